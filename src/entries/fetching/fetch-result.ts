import type { Extraction, Article } from '../../extraction/extraction.ts'
import type { CompressedCapture } from './capture.repository.ts'
import type { FetchReason } from './fetch-failure.ts'

/** How a fetch went, whatever went wrong where. */
export type FetchResult =
  | { readonly kind: 'article'; readonly page: PageFacts; readonly extraction: Extraction & { kind: 'article' } }
  | {
      readonly kind: 'failed'
      readonly reason: FetchReason
      /** whether another try a little later may go better */
      readonly isTransient: boolean
      /** for the operator's log */
      readonly detail: string
      /** what is known of the page all the same */
      readonly page: PageFacts | undefined
      readonly metadata: Partial<Article>
      readonly steps: Extraction['steps']
    }

/** The page as it answered, without its body, which is packed already. */
export interface PageFacts {
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: string | undefined
  readonly capture: CompressedCapture
}
