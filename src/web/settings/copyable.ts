import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { icon } from '../layout/icon.ts'
import type { Words } from '../layout/words.ts'

/**
 * @param text as it is shown, selected as a whole by a click; empty where it stands beside already
 * @param value what is copied, when it is not the text
 * @returns a text with a button that copies it, which only a script can show
 */
export function copyable(text: string, t: Words['t'], value = text): Html {
  return html`<span class="copyable" data-controller="copy" data-copy-text-value="${value}">${text !== '' && html`<code class="copyable-text">${text}</code>`}
<button class="button-quiet" type="button" hidden data-copy-target="button" data-action="copy#copy">${icon('copy')}<span class="unseen" data-copy-target="label" data-done="${t('settings.copied')}">${t('settings.copy')}</span></button></span>`
}
