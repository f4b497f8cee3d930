import { html, type Html } from '../../kernel/html.ts'
import type { Now } from '../../query/moment-in-utc.ts'
import { parseQuery } from '../../query/parse-query.ts'
import { queryWarnings } from '../forms/query-warnings.ts'
import type { Localization } from '../layout/localization.ts'
import { explainQuery } from '../search/explain-query.ts'

interface FoundEntries {
  /** number of matching entries */
  readonly total: number
  /** true if there are more than `total` */
  readonly isCapped: boolean
  /** titles of the newest matching entries */
  readonly titles: readonly string[]
  readonly now: Now
}

/** @returns what a query means, what it finds now, and which of its parts are not understood */
export function queryPreview(text: string, found: FoundEntries, words: Localization): Html {
  const { t } = words
  const count = t(found.isCapped ? 'search.countCapped' : 'list.count', { count: found.total })
  return html`
    <p><b>${count}</b> · ${explainQuery(parseQuery(text), words, found.now)}</p>
    ${
      found.titles.length > 0 &&
      html`
        <ul>
          ${found.titles.map((title) => html`<li dir="auto">${title}</li>`)}
          ${found.total > found.titles.length && html`<li>…</li>`}
        </ul>
      `
    }
    ${queryWarnings(text, t)}
  `
}
