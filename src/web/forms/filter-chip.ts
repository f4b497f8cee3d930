import { html, type Html } from '../../kernel/html.ts'
import { icon } from '../layout/icon.ts'
import type { Localization } from '../layout/localization.ts'

/**
 * @param href address of the list without this filter
 * @returns the label of an active filter, as a link that removes the filter
 */
export function filterChip(href: string, label: string, t: Localization['t']): Html {
  return html`
    <li>
      <a href="${href}" title="${t('filter.remove')}">
        <bdi>${label}</bdi>
        ${icon('x')}
        <span class="unseen">${t('filter.remove')}</span>
      </a>
    </li>
  `
}

/**
 * @param chips the active filters
 * @param all address of the list without any filter; if undefined, the link that removes all filters is omitted
 * @returns the list of active filters
 */
export function filterChips(chips: readonly Html[], all: string | undefined, t: Localization['t']): Html {
  return html`
    <ul class="chips" aria-label="${t('filter.active')}">
      ${chips}
      ${all !== undefined && html`<li><a class="chip-clear" href="${all}">${t('filter.clear')}</a></li>`}
    </ul>
  `
}
