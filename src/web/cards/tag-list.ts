import { html } from '../../kernel/html.ts'
import type { Child } from '../../kernel/html.ts'
import { listHref } from '../lists/list-query.ts'
import type { Localization } from '../layout/localization.ts'

/** @returns links to the entry's tags, or null if it has none */
export function tagList(labels: readonly string[], t: Localization['t']): Child {
  if (labels.length === 0) return null
  return html`
    <ul class="tags" aria-label="${t('tags.label')}">
      ${labels.map((label) => html`<li><a href="${listHref('all', { tag: label })}"><bdi>${label}</bdi></a></li>`)}
    </ul>
  `
}
