import type { Condition, TokenTest } from '../query/condition.ts'
import { isFullText } from '../query/sql/full-text-match.ts'

/** A condition in two parts, both of which an entry must meet. */
export interface QueryParts {
  /** decided by the full-text index; undefined if nothing is */
  readonly indexed: Condition | undefined
  /** decided by the columns of the entry, or by both; undefined if nothing is */
  readonly rest: Condition | undefined
}

const isAll = (part: Condition): boolean => part.type === 'constant' && part.value

/** @returns the condition with everything apart that the full-text index can decide by itself */
export function queryParts(condition: Condition): QueryParts {
  const parts = condition.type === 'and' ? condition.parts : [condition]
  return {
    indexed: allOf(parts.filter(isFullText)),
    rest: allOf(parts.filter((part) => !isFullText(part) && !isAll(part))),
  }
}

function allOf(parts: readonly Condition[]): Condition | undefined {
  return parts.length < 2 ? parts[0] : { type: 'and', parts }
}

/** @returns the condition without its negated parts, for ranking and for marking passages; undefined if nothing remains */
export function withoutNegations(condition: Condition): Condition | undefined {
  if (condition.type === 'tokens') return condition
  if (condition.type !== 'and' && condition.type !== 'or') return undefined
  const parts = condition.parts.flatMap((part) => withoutNegations(part) ?? [])
  return parts.length < 2 ? parts[0] : { type: condition.type, parts }
}

/** @returns the words that an entry contains or may contain, in order */
export function wantedTokens(condition: Condition): TokenTest[] {
  const wanted = withoutNegations(condition)
  if (!wanted) return []
  return wanted.type === 'tokens' ? [wanted] : (wanted as { parts: readonly Condition[] }).parts.flatMap(wantedTokens)
}

/** @returns whether the condition has words to rank entries by; a tag or a site fits all of its entries equally */
export function hasRank(condition: Condition): boolean {
  return wantedTokens(condition).some(({ isText }) => isText)
}
