import type { Html } from '../../kernel/html.ts'
import type { Words } from '../layout/words.ts'

/**
 * The progress of fetching an entry. `kept`: a refetch failed, and the older content is still there. `excerpt`: the
 * content looks like the free part of a paid article. `reason` and
 * `next` explain to the user what happened, and what to do.
 */
export type FetchView =
  | { readonly kind: 'done' }
  | { readonly kind: 'pending' }
  | {
      readonly kind: 'failed' | 'kept' | 'excerpt'
      readonly reason: Said
      readonly next: Said
      /** whether a login for the site may help */
      readonly isLoginWanted?: boolean
    }

/** A sentence in a language that is known later. */
type Said = (t: Words['t']) => string

export interface EntryCardView {
  readonly id: number
  readonly title: string
  readonly url: string
  readonly siteName: string
  readonly readingMinutes: number
  readonly savedAt: Date
  /** the date on the card, if it is not the time of saving */
  readonly shownAt?: Date
  /** whether the date is that of the last reading */
  readonly isRead?: boolean
  /** age of the date on the card when the page was made, in milliseconds */
  readonly ageMs: number
  readonly isArchived: boolean
  readonly isStarred: boolean
  readonly tags: readonly string[]
  readonly previewPicture?: string
  /** path of the stored copy of the site's icon */
  readonly siteIcon?: string
  readonly fetch: FetchView
  /** reading progress, 0 to 1; absent before the first reading */
  readonly progress?: number
  /** number of annotations */
  readonly annotations?: number
  /** BCP 47 */
  readonly language?: string
  /** the first words of the article */
  readonly excerpt?: string
  /** name of the first author, with a mark for further ones */
  readonly author?: string
  /** the part of the content that contains the search words */
  readonly snippet?: Html
}
