/**
 * A condition on entries, independent of the query language. It is compiled to SQL for either database and evaluated in
 * memory. Plain data, so that it can be sent to a thread.
 */
export type Condition =
  | { readonly type: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly type: 'not'; readonly part: Condition }
  /** true matches every entry, false matches none */
  | { readonly type: 'constant'; readonly value: boolean }
  | TokenTest
  | ColumnTest

/** Tokens that follow each other in the full-text index. */
export interface TokenTest {
  readonly type: 'tokens'
  /** at least one */
  readonly tokens: readonly string[]
  /** whether the last token matches as a prefix */
  readonly isPrefix: boolean
  /** the part of the entry; undefined for any part, and for tokens of fields, which contain a dot */
  readonly part?: TextPart
  /** a word of the query to mark in a passage */
  readonly isText: boolean
}

export type TextPart = 'title' | 'notes' | 'content'

/** A property of the entry that is stored outside the full-text index. */
export type ColumnTest =
  | { readonly type: 'flag'; readonly flag: Flag }
  | { readonly type: 'number'; readonly column: NumberColumn; readonly range: StoredRange<number> }
  | { readonly type: 'time'; readonly column: TimeColumn; readonly range: StoredRange<string> }
  /** part of the address, in lower case */
  | { readonly type: 'address'; readonly text: string }
  | { readonly type: 'media'; readonly kind: MediaKind }
  /** hand-picked for a collection */
  | { readonly type: 'collected'; readonly collection: number }

export type Flag =
  | 'archived'
  | 'starred'
  | 'shared'
  | 'failed'
  | 'pending'
  | 'tagged'
  | 'annotated'
  | 'pictured'
  | 'authored'
  | 'opened'
  | 'begun'
  | 'finished'
  | 'collected'

export type NumberColumn = 'id' | 'minutes' | 'minutesLeft' | 'share' | 'annotations'
export type TimeColumn = 'saved' | 'archived' | 'starred' | 'updated' | 'published' | 'opened'
export type MediaKind = 'article' | 'pdf' | 'image' | 'video' | 'audio' | 'text'

/** Both ends are optional; times are ISO 8601 in UTC, as stored. */
export interface StoredRange<Value> {
  readonly from?: Value
  readonly to?: Value
  readonly isFromExclusive?: boolean
  readonly isToExclusive?: boolean
}
