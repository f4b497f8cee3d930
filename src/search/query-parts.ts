import type { Condition, TokenTest } from '../query/condition.ts'
import { isFullTextOnly } from '../query/sql/full-text-match.ts'

/** A condition split into two parts. A matching entry meets both. */
export interface QueryParts {
  /** the part that the full-text index alone decides; undefined if there is none */
  readonly indexed: Condition | undefined
  /** the part that needs columns of the entry, and possibly the index too; undefined if there is none */
  readonly rest: Condition | undefined
}

const isAll = (part: Condition): boolean => part.type === 'constant' && part.value

/** Separates the part of a condition that the full-text index alone can decide. */
export function queryParts(condition: Condition): QueryParts {
  const parts = condition.type === 'and' ? condition.parts : [condition]
  return {
    indexed: allOf(parts.filter(isFullTextOnly)),
    rest: allOf(parts.filter((part) => !isFullTextOnly(part) && !isAll(part))),
  }
}

/**
 * Splits an OR into its alternatives if the index alone cannot decide it.
 * @returns the parts of each alternative; for any other condition, the parts of the condition itself
 */
export function alternativesOf(condition: Condition): readonly QueryParts[] {
  if (condition.type !== 'or' || isFullTextOnly(condition)) return [queryParts(condition)]
  const parts = condition.parts.filter(isFullTextOnly)
  const indexed: Condition | undefined = parts.length > 1 ? { type: 'or', parts } : parts[0]
  return [...(indexed ? [indexed] : []), ...condition.parts.filter((part) => !isFullTextOnly(part))].map(queryParts)
}

function allOf(parts: readonly Condition[]): Condition | undefined {
  return parts.length < 2 ? parts[0] : { type: 'and', parts }
}

/** @returns the condition without negated parts, for ranking and for marking matches; undefined if nothing remains */
export function withoutNegations(condition: Condition): Condition | undefined {
  if (condition.type === 'tokens') return condition
  if (condition.type !== 'and' && condition.type !== 'or') return undefined
  const parts = condition.parts.flatMap((part) => withoutNegations(part) ?? [])
  return parts.length < 2 ? parts[0] : { type: condition.type, parts }
}

/** @returns the tokens that matching entries may contain, in the order of the query */
export function tokensToMatch(condition: Condition): TokenTest[] {
  const wanted = withoutNegations(condition)
  if (!wanted) return []
  return wanted.type === 'tokens' ? [wanted] : (wanted as { parts: readonly Condition[] }).parts.flatMap(tokensToMatch)
}

/**
 * @returns true if the condition contains words by which entries can be ranked. A tag or a site is not such a word,
 * because all entries match it equally well.
 */
export function hasRank(condition: Condition): boolean {
  return tokensToMatch(condition).some(({ isText }) => isText)
}
