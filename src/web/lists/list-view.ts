import type { CardLayout } from '../cards/card-layout.ts'
import type { EntryCardView } from '../cards/entry-card-view.ts'
import type { PageFrame } from '../layout/layout.ts'
import type { ListName } from '../layout/list-name.ts'
import type { AddEntryFormView } from './add-entry-form.ts'
import type { Bookmark } from '../saving/bookmarklet.ts'
import type { BookmarkletFormView } from '../saving/bookmarklet-form.ts'
import type { ListQuery } from './list-query.ts'

export interface ListView {
  readonly frame: PageFrame
  readonly list: ListName
  readonly query: ListQuery
  readonly entries: readonly EntryCardView[]
  /** number of entries in the whole list */
  readonly total: number
  /** true if the list has more entries than `total`, because counting stopped at a limit */
  readonly isCapped?: boolean
  /** number of entries that are not in the search index yet; present only for a list with a query */
  readonly unindexed?: number
  /** number of the page, from 1 */
  readonly page: number
  readonly pages: number
  readonly csrfToken: string
  /** the data for the user's bookmarklet */
  readonly bookmark: Bookmark
  /** the content of the form for new addresses, if an address was refused or shared by another app */
  readonly add: Pick<AddEntryFormView, 'url' | 'error'> & Partial<Pick<BookmarkletFormView, 'shared' | 'isRefused'>>
  readonly layout: CardLayout
  /** labels of the owner's tags, for suggestions */
  readonly tags: readonly string[]
}
