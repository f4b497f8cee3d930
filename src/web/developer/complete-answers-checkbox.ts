import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import type { Words } from '../layout/interface-words.ts'

/** Name of the checkbox in the forms that create and change API clients. */
export const COMPLETE_ANSWERS = 'client[complete_answers]'

/** @returns the checkbox that turns on complete answers for a client, and an explanation of it */
export function completeAnswersBox(isChecked: boolean, t: Words['t']): Html {
  return html`<div class="field">
<div class="choice"><input type="checkbox" id="client_complete" name="${COMPLETE_ANSWERS}" value="1" aria-describedby="client_complete-hint" ?checked="${isChecked}"><label for="client_complete">${t('clients.complete')}</label></div>
<p class="field-hint" id="client_complete-hint">${t('clients.completeHint')}</p>
</div>`
}
