import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { icon } from '../layout/icon.ts'
import type { Words } from '../layout/words.ts'

/**
 * @param text the visible text, selected as a whole by a click; empty if it is visible elsewhere
 * @param value the text to copy, if it differs
 * @param parameter copies the text at once if the address of the page has this parameter
 * @returns a text with a copy button, which only a script can show
 */
export function copyable(text: string, t: Words['t'], value = text, parameter = ''): Html {
  return html`<span class="copyable" data-controller="copy" data-copy-text-value="${value}" data-copy-parameter-value="${parameter}">${text !== '' && html`<code class="copyable-text">${text}</code>`}
<button class="button-quiet" type="button" hidden data-copy-target="button" data-action="copy#copy">${icon('copy')}<span class="unseen" data-copy-target="label" data-done="${t('settings.copied')}">${t('settings.copy')}</span></button></span>`
}
