import type { FieldName, SortKey } from './fields.ts'
import type { FieldTest } from './read-value.ts'

/** A parsed query. There are no syntax errors: invalid parts are searched as text or ignored, with a warning. */
export interface Query {
  /** undefined for a query without conditions, which matches every entry */
  readonly node: QueryNode | undefined
  /** sort orders, most important first; if empty, the caller's default applies */
  readonly sort: readonly SortTerm[]
  /** maximum number of entries; used by collections */
  readonly limit: number | undefined
  readonly warnings: readonly QueryWarning[]
}

export type QueryNode = GroupNode | NotNode | TextNode | FieldNode

interface GroupNode {
  readonly type: 'and' | 'or'
  /** at least two nodes */
  readonly nodes: readonly QueryNode[]
}

interface NotNode {
  readonly type: 'not'
  readonly node: QueryNode
}

/** A word or a phrase to search for in all parts of entries. */
export interface TextNode {
  readonly type: 'text'
  readonly text: string
  readonly isPhrase: boolean
  /** true if the text is at the end of the query, where the user may still be typing */
  readonly isOpen: boolean
}

/** A field with its values. An entry matches if it matches at least one of them. */
export interface FieldNode {
  readonly type: 'field'
  readonly field: FieldName
  /** at least one test */
  readonly tests: readonly FieldTest[]
}

export interface SortTerm {
  readonly key: SortKey
  readonly isDescending: boolean
}

export type WarningKind =
  | 'unknown-field'
  | 'wrong-value'
  | 'wrong-order'
  | 'no-value'
  | 'operator'
  | 'parenthesis'
  | 'too-long'
  | 'too-many'
  | 'too-deep'

/** A problem in the query and its position in UTF-16 units. */
export interface QueryWarning {
  readonly kind: WarningKind
  readonly start: number
  readonly end: number
}
