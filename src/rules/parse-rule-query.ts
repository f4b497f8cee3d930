import { parseQuery } from '../query/parse-query.ts'
import type { Query, WarningKind } from '../query/query.ts'

/** Maximum length of a query in bytes of UTF-8 (docs/query.md). Longer queries are rejected. */
export const MAX_RULE_QUERY = 4096

/**
 * The problem of a query that is used as a rule: one of the query's warnings; `empty` if it has no condition; `order`
 * if it contains `sort:` or `limit:`, which have no meaning for a single entry.
 */
export type QueryProblem = Exclude<WarningKind, 'wrong-order'> | 'empty' | 'order'

type ParsedRuleQuery =
  | { readonly kind: 'query'; readonly query: Query }
  | {
      readonly kind: 'refused'
      readonly problem: QueryProblem
      /** start and end of the wrong part in UTF-16 units */
      readonly at: number
      readonly end: number
    }

/**
 * Parses a query that selects the entries of a tagging rule. A query with an invalid part is rejected. A search would
 * only ignore the part, but a rule would tag entries that its author does not expect.
 */
export function parseRuleQuery(text: string): ParsedRuleQuery {
  const query = parseQuery(text)
  const [warning] = query.warnings.toSorted((one, other) => one.start - other.start)
  if (warning) {
    const problem = warning.kind === 'wrong-order' ? 'order' : warning.kind
    return { kind: 'refused', problem, at: warning.start, end: warning.end }
  }
  const order = ORDER_TERM.exec(text)
  if ((query.sort.length > 0 || query.limit !== undefined) && order) {
    return { kind: 'refused', problem: 'order', at: order.index, end: order.index + order[0].length }
  }
  if (!query.node) return { kind: 'refused', problem: 'empty', at: 0, end: text.length }
  return { kind: 'query', query }
}

/** Matches the first `sort:` or `limit:` in a query. */
const ORDER_TERM = /(?<![\p{L}\p{N}_])(?:sort|limit):[^\s()]*/iu
