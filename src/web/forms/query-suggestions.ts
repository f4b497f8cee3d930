import { html, type Html } from '../../kernel/html.ts'
import type { Words } from '../layout/words.ts'

/**
 * @param input input element for a query, with `data-complete-target="field"`
 * @param id unique id of the list of suggestions
 * @returns the input with suggestions that a script shows while the user types
 */
export function querySuggestions(input: Html, id: string, t: Words['t']): Html {
  return html`<span class="completed" data-controller="complete">${input}<ul class="completions" role="listbox" id="${id}" aria-label="${t('complete.label')}" data-complete-target="list" hidden></ul><span class="unseen" role="status" data-complete-target="status"></span></span>`
}
