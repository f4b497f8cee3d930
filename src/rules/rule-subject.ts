import type { RuleVariable } from './tagging-expression.ts'

/** What an entry answers to a rule's variables. */
export type RuleSubject = Readonly<
  Record<Exclude<RuleVariable, 'readingTime' | 'isArchived' | 'isStarred'>, string | null>
> & {
  readonly isArchived: boolean
  readonly isStarred: boolean
  /** whole minutes at the reader's own speed */
  readonly readingTime: number
}
