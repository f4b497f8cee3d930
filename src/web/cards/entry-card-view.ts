import type { Html } from '../../kernel/html.ts'
import type { Localization } from '../layout/localization.ts'

/**
 * The state of an entry's fetch. `kept`: a later fetch failed, and the previous content is shown. `excerpt`: the
 * content seems to be only the free part of a paid article. `reason` explains the failure, and `next` suggests an
 * action to the user.
 */
export type FetchView =
  | { readonly kind: 'done' }
  | { readonly kind: 'pending' }
  | {
      readonly kind: 'failed' | 'kept' | 'excerpt'
      readonly reason: Sentence
      readonly next: Sentence
      /** true if a login for the site may help */
      readonly isLoginWanted?: boolean
      /** true if the page is gone, so that only an archive may have a copy */
      readonly isArchiveWanted?: boolean
    }

/** Returns a sentence in the viewer's language. */
type Sentence = (t: Localization['t']) => string

export interface EntryCardView {
  readonly id: number
  readonly title: string
  readonly url: string
  readonly siteName: string
  readonly readingMinutes: number
  /** what the page is about, if it is no article. `readingMinutes` is then its length, if that is known. */
  readonly recording?: 'video' | 'audio'
  readonly savedAt: Date
  /** date on the card; by default, the time of saving */
  readonly shownAt?: Date
  /** true if the date on the card is the time of the last reading */
  readonly isRead?: boolean
  /** age of the date on the card in milliseconds, when the page is drawn */
  readonly ageMs: number
  readonly isArchived: boolean
  readonly isStarred: boolean
  readonly tags: readonly string[]
  readonly previewPicture?: string
  /** path of our stored copy of the site's icon */
  readonly siteIcon?: string
  readonly fetch: FetchView
  /** reading progress, 0 to 1; absent before the first reading */
  readonly progress?: number
  /** number of annotations */
  readonly annotations?: number
  /** language of the article as a BCP 47 tag */
  readonly language?: string
  /** the first words of the article */
  readonly excerpt?: string
  /** name of the first author, followed by `+N` for N further authors */
  readonly author?: string
  /** an excerpt of the article that contains the search words, which are marked */
  readonly snippet?: Html
}
