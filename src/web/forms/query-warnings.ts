import { html, type Child } from '../../kernel/html.ts'
import { parseQuery } from '../../query/parse-query.ts'
import type { Words } from '../layout/interface-words.ts'

/** Maximum number of warnings about a query. Further warnings are not shown. */
const MAX_WARNINGS = 5

/** @returns a list of the parts of a query that Dogear did not understand */
export function queryWarnings(text: string, t: Words['t']): Child {
  const { warnings } = parseQuery(text)
  if (warnings.length === 0) return null
  const sentences = warnings
    .slice(0, MAX_WARNINGS)
    .map(({ kind, start, end }) => html`<li>${t(`search.warnings.${kind}`, { part: text.slice(start, end) })}</li>`)
  return html`<ul class="meta search-warnings" role="status">${sentences}</ul>`
}
