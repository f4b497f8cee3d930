/**
 * A condition on entries, independent of the query language. It can be compiled to SQL for both databases, or evaluated
 * in memory. It is plain data, so it can be sent to a thread.
 */
export type Condition =
  | { readonly type: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly type: 'not'; readonly part: Condition }
  /** true matches every entry, false matches none */
  | { readonly type: 'constant'; readonly value: boolean }
  | TokenTest
  | ColumnTest

/** A sequence of tokens that must occur in an entry one directly after another. */
export interface TokenTest {
  readonly type: 'tokens'
  /** at least one token */
  readonly tokens: readonly string[]
  /** true if the last token also matches longer tokens that begin with it */
  readonly isPrefix: boolean
  /**
   * the part of the entry that must contain the tokens; undefined if any part may contain them, or for a token of a
   * field such as `.tag.news`
   */
  readonly part?: TextPart
  /** true for words to search for, which are marked in search results; false for values of fields */
  readonly isText: boolean
}

export type TextPart = 'title' | 'notes' | 'content'

/** A condition on data outside the full-text index. */
export type ColumnTest =
  | { readonly type: 'flag'; readonly flag: Flag }
  | { readonly type: 'number'; readonly column: NumberColumn; readonly range: StoredRange<number> }
  | { readonly type: 'time'; readonly column: TimeColumn; readonly range: StoredRange<string> }
  /** the address contains this text, which is in lower case */
  | { readonly type: 'address'; readonly text: string }
  | { readonly type: 'media'; readonly kind: MediaKind }
  /** the entry was added to the collection by hand */
  | { readonly type: 'collected'; readonly collection: number }

export type Flag =
  | 'archived'
  | 'starred'
  | 'shared'
  | 'failed'
  | 'pending'
  | 'tagged'
  /** the entry has a note or an annotation */
  | 'annotated'
  | 'pictured'
  | 'authored'
  | 'opened'
  | 'begun'
  | 'finished'
  | 'collected'

export type NumberColumn = 'id' | 'minutes' | 'minutesLeft' | 'share' | 'annotations' | 'import'
export type TimeColumn = 'saved' | 'archived' | 'starred' | 'updated' | 'published' | 'opened'
export type MediaKind = 'article' | 'pdf' | 'image' | 'video' | 'audio' | 'text'

/** A range with an optional start and an optional end. Times are ISO 8601 in UTC, as stored. */
export interface StoredRange<Value> {
  readonly from?: Value
  readonly to?: Value
  readonly isFromExclusive?: boolean
  readonly isToExclusive?: boolean
}
