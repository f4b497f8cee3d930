import type { Article, Extraction } from '@dogear/extractor/service'
import type { CompressedCapture } from './capture.repository.ts'
import type { StoredPicture } from '../document-picture-store.ts'
import type { FetchReason } from './fetch-failure-reasons.ts'

/** The result of a fetch, successful or not. */
export type FetchResult =
  | {
      readonly kind: 'article'
      readonly page: PageResponse
      readonly extraction: Extraction & { kind: 'article' }
      /** true if the text looks like the free part of a paid article */
      readonly isExcerpt: boolean
      /**
       * pictures of the article, with their files already written; `DocumentPictureStore.claim` links them to the entry
       */
      readonly storedPictures?: readonly StoredPicture[]
    }
  | {
      readonly kind: 'failed'
      readonly reason: FetchReason
      /** whether a later attempt may succeed */
      readonly isTransient: boolean
      /** details for the operator's log */
      readonly detail: string
      /** the server's response; undefined if there was none */
      readonly page: PageResponse | undefined
      /** true if the response is a wall, which is shown instead of the requested page */
      readonly isWall: boolean
      readonly metadata: Partial<Article>
      readonly steps: Extraction['steps']
    }

/** The server's response, with the body in compressed form. */
export interface PageResponse {
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: string | undefined
  readonly capture: CompressedCapture
}
