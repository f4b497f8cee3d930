import type { WordRange } from './find-words.ts'
import type { IndexedEntry } from './index-words.ts'
import type { EntryWords } from './pack-words.ts'
import type { SearchPage } from './search-index.ts'
import type { Gone, SegmentPages } from './segment.ts'
import type { SearchQuery } from './search-query.ts'
import type { ReadPages } from './word-lists.ts'

/** What is sent to a thread of the index. `path` is that of the SQLite file. */
export type SearchTask =
  | {
      readonly kind: 'find'
      readonly path: string
      readonly owner: number
      readonly query: SearchQuery
      readonly page: SearchPage
    }
  | { readonly kind: 'catchUp'; readonly path: string; readonly owner: number; readonly limitMs: number }
  | { readonly kind: 'forget'; readonly path: string; readonly owner: number | undefined }
  /** words of entries as text of PostgreSQL's type `tsvector` */
  | { readonly kind: 'vectors'; readonly entries: readonly IndexedEntry[] }
  /** ids of entries in pages of PostgreSQL */
  | { readonly kind: 'ids'; readonly query: SearchQuery; readonly read: ReadPages }
  /** pages of a new segment of PostgreSQL */
  | { readonly kind: 'pack'; readonly entries: readonly EntryWords[] }
  /** pages of one segment made of several */
  | {
      readonly kind: 'merge'
      readonly parts: readonly SegmentPages[]
      readonly gone: Gone
      readonly range: WordRange
    }
  | { readonly kind: 'snippets'; readonly query: SearchQuery; readonly contents: readonly StoredText[] }

export interface StoredText {
  readonly id: number
  /** a JSON string in UTF-8 */
  readonly content: Uint8Array
}
