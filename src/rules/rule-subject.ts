import type { RuleVariable } from './tagging-expression.ts'

/** The values of a rule's variables for one entry. */
export type RuleSubject = Readonly<
  Record<Exclude<RuleVariable, 'readingTime' | 'isArchived' | 'isStarred'>, string | null>
> & {
  readonly isArchived: boolean
  readonly isStarred: boolean
  /** in whole minutes, at the reading speed that the owner has set */
  readonly readingTime: number
}
