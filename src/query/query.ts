import type { FieldName, SortKey } from './fields.ts'
import type { FieldTest } from './read-value.ts'

/** A parsed query. Every text is one: what makes no sense becomes text or is left out, with a warning. */
export interface Query {
  /** undefined when nothing is required, so that every entry matches */
  readonly node: QueryNode | undefined
  /** in order of importance; empty for the order of the place that runs the query */
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

/** A word or phrase, looked for in every field. */
export interface TextNode {
  readonly type: 'text'
  readonly text: string
  readonly isPhrase: boolean
  /** the query ends with it, so it may be the beginning of a word that is still being typed */
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

/** What was not understood, and where: UTF-16 positions in the text. */
export interface QueryWarning {
  readonly kind: WarningKind
  readonly start: number
  readonly end: number
}
