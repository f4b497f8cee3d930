import type { Article, EmbeddedPicture, Extraction, Step } from '@dogear/extractor/service'
import { extractionReason, type FetchReason } from './fetch-failure-reasons.ts'
import type { Wall } from './recognise-wall.ts'

/**
 * The result of an extraction, after considering whether the page is a wall: a sign-in page, a paywall or a bot check.
 */
export type Judgement =
  | {
      readonly kind: 'article'
      readonly article: Article
      readonly steps: readonly Step[]
      /**
       * pictures of a document; their addresses in the article are placeholders, which `replacePictureAddresses`
       * replaces
       */
      readonly pictures?: readonly EmbeddedPicture[]
    }
  | {
      readonly kind: 'failed'
      readonly reason: FetchReason
      /** details for the operator's log */
      readonly detail: string
      readonly metadata: Partial<Article>
      /** true if the page is a wall */
      readonly isWall: boolean
      readonly steps: readonly Step[]
    }

/**
 * Decides whether an extraction counts as an article. An extraction without text has failed. If the page was recognised
 * as a wall (a sign-in page, a paywall, a choice about cookies or a bot check), a text that is shorter than the wall
 * requires has failed too.
 * @param status HTTP status of the page
 * @param wall the recognised wall, if any
 */
export function judgeExtraction(extraction: Extraction, status: number, wall: Wall | undefined): Judgement {
  const steps = wall
    ? [...extraction.steps, { name: 'wall', note: `${wall.reason}, by its ${wall.sign}` }]
    : extraction.steps
  if (extraction.kind === 'unreadable') {
    const { metadata, message: detail } = extraction
    return {
      kind: 'failed',
      reason: wall?.reason ?? extractionReason(extraction.reason, status),
      detail,
      metadata: wall?.hasOwnMetadata === false ? {} : metadata,
      isWall: wall !== undefined,
      steps,
    }
  }
  const { article, pictures } = extraction
  if (!wall || article.readingTime >= wall.articleMinutes)
    return { kind: 'article', article, steps, ...(pictures && { pictures }) }
  return {
    kind: 'failed',
    reason: wall.reason,
    detail: `the page is a wall, recognised by: ${wall.sign}`,
    metadata: {},
    isWall: true,
    steps,
  }
}
