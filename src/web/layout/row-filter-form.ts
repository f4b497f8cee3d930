import { html, type Html } from '../../kernel/html.ts'
import { icon } from './icon.ts'
import type { Localization } from './localization.ts'

interface RowFilterForm {
  readonly t: Localization['t']
  /** path of the page */
  readonly path: string
  /** id of the field */
  readonly id: string
  readonly label: string
  /** words that the page was filtered by; empty if it shows everything */
  readonly filter: string
  /** whether the page contains all rows, so that a script filters them while the user types. Otherwise, the server does. */
  readonly hasAll: boolean
}

/** @returns a form that filters the rows of a page by words */
export function rowFilterForm({ t, path, id, label, filter, hasAll }: RowFilterForm): Html {
  return html`
    <form
      class="tag-filter"
      action="${path}"
      method="get"
      data-action="${hasAll ? 'submit->row-filter#stay' : ''}"
    >
      <label class="unseen" for="${id}">${label}</label>
      <span class="add-field">
        ${icon('search')}
        <input
          id="${id}"
          name="q"
          type="search"
          value="${filter}"
          placeholder="${label}"
          autocomplete="off"
          autocapitalize="none"
          data-row-filter-target="${hasAll ? 'field' : ''}"
          data-action="${hasAll ? 'input->row-filter#filter' : ''}"
          data-action-name="search"
        >
      </span>
      <button class="button button-plain ${hasAll ? 'is-for-no-script' : ''}">${t('search.submit')}</button>
      ${filter !== '' && html`<a href="${path}">${t('filter.clear')}</a>`}
    </form>
  `
}
