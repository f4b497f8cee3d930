import type { SqlValue } from '../db/database.ts'
import type { EntryFilter } from '../entries/listing/entry-filter.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import type { ChangedEntry } from './changed-entries.ts'
import type { SearchPage } from './search-index.ts'
import type { SearchQuery } from './search-query.ts'

/** A task for a search thread. `path` is the path of the SQLite database file. */
export type SearchTask =
  | {
      readonly kind: 'find'
      readonly path: string
      readonly owner: number
      readonly query: SearchQuery
      readonly page: SearchPage
    }
  | {
      readonly kind: 'list'
      readonly path: string
      readonly owner: UserId
      readonly filter: EntryFilter
      readonly total: number | undefined
    }
  | { readonly kind: 'read'; readonly path: string; readonly sql: string; readonly parameters: readonly SqlValue[] }
  | { readonly kind: 'countWords'; readonly path: string; readonly owner: number; readonly words: readonly string[] }
  | { readonly kind: 'catchUp'; readonly path: string; readonly owner: number; readonly limitMs: number }
  | { readonly kind: 'forget'; readonly path: string; readonly owner: number | undefined }
  /** converts entries to text of PostgreSQL's type `tsvector` */
  | { readonly kind: 'vectors'; readonly owner: number; readonly entries: readonly ChangedEntry[] }
  | { readonly kind: 'snippets'; readonly query: SearchQuery; readonly contents: readonly StoredText[] }
  /** the same for contents that the thread reads from the SQLite file */
  | {
      readonly kind: 'storedSnippets'
      readonly path: string
      readonly owner: UserId
      readonly query: SearchQuery
      readonly ids: readonly number[]
    }

export interface StoredText {
  readonly id: number
  /** a JSON string in UTF-8 */
  readonly content: Uint8Array
}
