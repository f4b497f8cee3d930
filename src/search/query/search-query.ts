/** A parsed query. Every text is one. */
export interface SearchQuery {
  /** an entry must match all of these that are not negated, and none that is */
  readonly terms: readonly SearchTerm[]
  /** states that an entry must have */
  readonly states: readonly StateTerm[]
  /** the text is not empty, but contains nothing that can be found, such as a single quote */
  readonly matchesNothing: boolean
}

export interface SearchTerm {
  /** tokens that follow each other, at least one */
  readonly tokens: readonly string[]
  /** the last token is the beginning of a word */
  readonly isPrefix: boolean
  readonly isNegated: boolean
  /** a word or a phrase of the texts, not a field such as `tag:` */
  readonly isText: boolean
}

export interface StateTerm {
  readonly state: 'archived' | 'starred'
  readonly isWanted: boolean
}
