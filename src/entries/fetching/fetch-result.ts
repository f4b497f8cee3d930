import type { Article, Extraction } from '@dogear/extractor/service'
import type { CompressedCapture } from './capture.repository.ts'
import type { FetchReason } from './fetch-failure.ts'

/** The result of a fetch, successful or not. */
export type FetchResult =
  | {
      readonly kind: 'article'
      readonly page: PageFacts
      readonly extraction: Extraction & { kind: 'article' }
      /** whether it looks like the free part of a paid article */
      readonly isExcerpt: boolean
    }
  | {
      readonly kind: 'failed'
      readonly reason: FetchReason
      /** whether a later attempt may succeed */
      readonly isTransient: boolean
      /** for the operator's log */
      readonly detail: string
      /** the known facts about the page in spite of the failure */
      readonly page: PageFacts | undefined
      readonly metadata: Partial<Article>
      readonly steps: Extraction['steps']
    }

/** The response for the page, without its body, which is already compressed. */
export interface PageFacts {
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: string | undefined
  readonly capture: CompressedCapture
}
