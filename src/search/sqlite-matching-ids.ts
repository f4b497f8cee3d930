import type { Condition } from '../query/condition.ts'
import { fts5Match } from '../query/sql/full-text-match.ts'
import { alternativesOf } from './query-parts.ts'
import { intersect, subtract, unite, type Numbers } from './sorted-numbers.ts'
import type { IndexConnection } from './sqlite-index.ts'
import { matchingIds } from './sqlite/sqlite-matches.ts'

/**
 * Maximum number of entries that are looked up one by one. For more entries, it is faster to read all entries of the
 * owner.
 */
export const MAX_SINGLE_LOOKUPS = 1000

/** Tests the conditions that are not about words. */
interface ColumnConditions {
  /**
   * @param rest the part of the query that needs columns of the entry; undefined if there is none
   * @param among if given, only these ids are tested
   */
  readonly idsWhere: (rest: Condition | undefined, among?: Numbers) => Numbers
  /** @returns true if all entries of the owner meet the conditions */
  readonly isAll: (rest: Condition | undefined) => boolean
}

/**
 * Looks up the words of each alternative of a condition once, and combines the matches with the ids of the entries that
 * meet the other conditions. The alternatives are the operands of an `OR`; any other condition is a single alternative.
 * @returns the ids of all matching entries in ascending order; undefined if an alternative contains no words
 */
export function idsByWords(
  connection: IndexConnection,
  owner: number,
  condition: Condition,
  { idsWhere, isAll }: ColumnConditions,
): Numbers | undefined {
  const alternatives = alternativesOf(condition)
  if (!alternatives.every(({ indexed }) => indexed)) return undefined
  const found = alternatives.map(({ indexed, rest }) => {
    const { text, isNegated } = fts5Match(owner, indexed!)
    const matching = matchingIds(connection, owner, text)
    if (isNegated) return subtract(idsWhere(rest), matching)
    if (isAll(rest) || matching.length === 0) return matching
    return matching.length <= MAX_SINGLE_LOOKUPS ? idsWhere(rest, matching) : intersect(matching, idsWhere(rest))
  })
  return found.reduce(unite)
}
