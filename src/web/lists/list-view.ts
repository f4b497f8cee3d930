import type { EntryCardView } from '../cards/entry-card-view.ts'
import type { PageFrame } from '../layout/layout.ts'
import type { ListName } from '../layout/list-name.ts'
import type { AddFormView } from './add-form.ts'
import type { Bookmark } from './bookmarklet.ts'
import type { KeyedSaveView } from './keyed-save.ts'
import type { ListQuery } from './list-query.ts'

export interface ListView {
  readonly frame: PageFrame
  readonly list: ListName
  readonly query: ListQuery
  readonly entries: readonly EntryCardView[]
  /** How many entries the whole list has. */
  readonly total: number
  /** Counted from 1. */
  readonly page: number
  readonly pages: number
  readonly csrfToken: string
  /** What the reader's bookmark is made of. */
  readonly bookmark: Bookmark
  /** What was typed into the add field and refused, or handed over to be saved, if anything. */
  readonly add: Pick<AddFormView, 'url' | 'error'> & Partial<Pick<KeyedSaveView, 'shared' | 'isRefused'>>
  readonly layout: 'cards' | 'rows'
  /** labels of the owner's tags, to choose from */
  readonly tags: readonly string[]
}
