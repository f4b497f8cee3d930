import { html, type Html } from '../../kernel/html.ts'
import type { Localization } from '../layout/localization.ts'

/**
 * @param input input element for a query, with `data-query-completion-target="field"`
 * @param id unique id for the list of suggestions
 * @returns the input element and a list, in which a script shows suggestions while the user types
 */
export function querySuggestions(input: Html, id: string, t: Localization['t']): Html {
  return html`
    <span class="completed" data-controller="query-completion">
      ${input}
      <ul
        class="completions"
        role="listbox"
        id="${id}"
        aria-label="${t('complete.label')}"
        data-query-completion-target="list"
        hidden
      ></ul>
      <span class="unseen" role="status" data-query-completion-target="status"></span>
    </span>
  `
}
