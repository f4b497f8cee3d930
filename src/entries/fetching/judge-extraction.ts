import type { Article, Extraction, Step } from '@dogear/extractor/service'
import { extractionReason, type FetchReason } from './fetch-failure.ts'
import type { Wall } from './recognise-wall.ts'

/** The assessment of an extraction, given whether the page was recognised as a wall. */
export type Judgement =
  | { readonly kind: 'article'; readonly article: Article; readonly steps: readonly Step[] }
  | {
      readonly kind: 'failed'
      readonly reason: FetchReason
      /** for the operator's log */
      readonly detail: string
      readonly metadata: Partial<Article>
      readonly steps: readonly Step[]
    }

/**
 * A wall explains a page without text, or with less than a minute of reading; a longer text is worth reading, wall or
 * not.
 * @param status HTTP status of the page
 * @param wall recognised before the extraction
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
      metadata,
      steps,
    }
  }
  const { article } = extraction
  if (!wall || article.readingTime > 0) return { kind: 'article', article, steps }
  return { kind: 'failed', reason: wall.reason, detail: `a wall, by its ${wall.sign}`, metadata: {}, steps }
}
