import { html, type Child } from '../../kernel/html.ts'
import { parseQuery } from '../../query/parse-query.ts'
import type { QueryWarning } from '../../query/query.ts'
import type { Localization } from '../layout/localization.ts'

/** Maximum number of warnings about a query. Further warnings are not shown. */
export const MAX_WARNINGS = 5

/** Maximum length in characters of the text that a warning quotes from the query. Longer quotes are cut. */
const MAX_QUOTE = 60

/** @returns one sentence for each part of a query that Dogear did not understand; the first five at most */
export function warningSentences(
  text: string,
  warnings: readonly QueryWarning[],
  t: Localization['t'],
): readonly string[] {
  return warnings
    .slice(0, MAX_WARNINGS)
    .map(({ kind, start, end }) =>
      t(`search.warnings.${kind}`, { part: text.slice(start, Math.min(end, start + MAX_QUOTE)) }),
    )
}

/** @returns a list of the parts of a query that Dogear did not understand */
export function queryWarnings(text: string, t: Localization['t']): Child {
  const { warnings } = parseQuery(text)
  if (warnings.length === 0) return null
  const items = warningSentences(text, warnings, t).map((sentence) => html`<li>${sentence}</li>`)
  return html`<div role="status"><ul class="meta search-warnings">${items}</ul></div>`
}
