import type { Html } from '../../kernel/html.ts'
import type { Words } from '../layout/words.ts'

/**
 * How far the fetching of an entry has come. `kept`: fetching it again failed, and the older text is there. `reason` and
 * `next` say in the reader's words what happened, and what can be done.
 */
export type FetchView =
  | { readonly kind: 'done' }
  | { readonly kind: 'pending' }
  | {
      readonly kind: 'failed' | 'kept'
      readonly reason: Said
      readonly next: Said
      /** whether a login for the site may help */
      readonly isLoginWanted?: boolean
    }

/** A sentence, once it is known in which language. */
type Said = (t: Words['t']) => string

export interface EntryCardView {
  readonly id: number
  readonly title: string
  readonly url: string
  readonly siteName: string
  readonly readingMinutes: number
  readonly savedAt: Date
  /** how long ago that was when the page was made, in milliseconds */
  readonly ageMs: number
  readonly isArchived: boolean
  readonly isStarred: boolean
  readonly tags: readonly string[]
  readonly previewPicture?: string
  /** path of our copy of the small picture that stands for the site */
  readonly siteIcon?: string
  readonly fetch: FetchView
  /** how far it was read, 0 to 1; absent where nobody began */
  readonly progress?: number
  /** how many annotations it has */
  readonly annotations?: number
  /** BCP 47 */
  readonly language?: string
  /** where in the text the words were found that somebody looked for */
  readonly snippet?: Html
}
