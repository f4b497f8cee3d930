import { scan, type Token } from './scan-query.ts'

/**
 * @param text a query
 * @returns the query with each `or` between two conditions as the operator `OR`, which users may have meant; the same text
 *   if there is none
 */
export function capitalizeOr(text: string): string {
  const { tokens } = scan(text)
  let changed = text
  for (const [index, token] of tokens.entries()) {
    if (isWordOr(token) && endsCondition(tokens[index - 1]) && startsCondition(tokens[index + 1])) {
      changed = `${changed.slice(0, token.start)}OR${changed.slice(token.end)}`
    }
  }
  return changed
}

const isWordOr = (token: Token): boolean =>
  token.kind === 'term' && token.name === undefined && /^or$/i.test(token.source) && token.values[0]?.isQuoted === false

const endsCondition = (token: Token | undefined): boolean =>
  token !== undefined && (token.kind === 'close' || (token.kind === 'term' && !isWordOr(token)))

const startsCondition = (token: Token | undefined): boolean =>
  token !== undefined && (token.kind === 'open' || token.kind === 'not' || (token.kind === 'term' && !isWordOr(token)))
