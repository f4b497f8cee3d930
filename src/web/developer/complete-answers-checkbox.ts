import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import type { Localization } from '../layout/localization.ts'

/** Name of the checkbox in the forms that create and change API clients. */
export const COMPLETE_ANSWERS = 'client[complete_answers]'

/**
 * @returns the checkbox for complete answers, with an explanation. If it is ticked, the client's responses to saves and
 *   deletions contain every member, which apps such as wombag need (docs/compatibility.md).
 */
export function completeAnswersBox(isChecked: boolean, t: Localization['t']): Html {
  return html`
    <div class="field">
      <div class="choice">
        <input
          type="checkbox"
          id="client_complete"
          name="${COMPLETE_ANSWERS}"
          value="1"
          aria-describedby="client_complete-hint"
          ?checked="${isChecked}"
        >
        <label for="client_complete">${t('clients.complete')}</label>
      </div>
      <p class="field-hint" id="client_complete-hint">${t('clients.completeHint')}</p>
    </div>
  `
}
