import { html, type Html } from '../../kernel/html.ts'
import type { Words } from '../layout/words.ts'

/**
 * @param input the field of a query, with `data-complete-target="field"`
 * @param id unique id of the list of suggestions
 * @returns the field with suggestions while it is typed; without scripts it is a plain field
 */
export function querySuggestions(input: Html, id: string, t: Words['t']): Html {
  return html`<span class="completed" data-controller="complete">${input}<ul class="completions" role="listbox" id="${id}" aria-label="${t('complete.label')}" data-complete-target="list" hidden></ul><span class="unseen" role="status" data-complete-target="status"></span></span>`
}
