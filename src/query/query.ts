import type { FieldName, SortKey } from './fields.ts'
import type { FieldTest } from './read-value.ts'

/** A parsed query. Every text is valid: unknown parts are searched as text or ignored, with a warning. */
export interface Query {
  /** undefined for a query without conditions, which matches every entry */
  readonly node: QueryNode | undefined
  /** in order of importance; if empty, the caller's default order applies */
  readonly sort: readonly SortTerm[]
  /** maximum number of entries, for collections */
  readonly limit: number | undefined
  readonly warnings: readonly QueryWarning[]
}

export type QueryNode = GroupNode | NotNode | TextNode | FieldNode

export interface GroupNode {
  readonly type: 'and' | 'or'
  /** at least two */
  readonly nodes: readonly QueryNode[]
}

export interface NotNode {
  readonly type: 'not'
  readonly node: QueryNode
}

/** A word or phrase, searched in every field. */
export interface TextNode {
  readonly type: 'text'
  readonly text: string
  readonly isPhrase: boolean
  /** whether it ends the query, so the user may still be typing it */
  readonly isOpen: boolean
}

/** A field with values, any of which may match. */
export interface FieldNode {
  readonly type: 'field'
  readonly field: FieldName
  /** at least one */
  readonly tests: readonly FieldTest[]
}

export interface SortTerm {
  readonly key: SortKey
  readonly isDescending: boolean
}

export type WarningKind =
  'unknown-field' | 'wrong-value' | 'no-value' | 'operator' | 'parenthesis' | 'too-long' | 'too-many' | 'too-deep'

/** An unknown part of the query, with its position in UTF-16 units. */
export interface QueryWarning {
  readonly kind: WarningKind
  readonly start: number
  readonly end: number
}
