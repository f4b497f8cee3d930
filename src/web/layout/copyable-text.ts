import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { icon } from './icon.ts'
import type { Localization } from './localization.ts'

/**
 * @param text visible text, which one click selects; empty if the text is elsewhere on the page
 * @param value text to copy, if it differs from the visible text
 * @param parameter if the address of the page contains a parameter with this name, the text is copied as soon as the
 *   page opens
 * @returns a text with a copy button. Without scripts, the button is hidden.
 */
export function copyableText(text: string, t: Localization['t'], value = text, parameter = ''): Html {
  return html`
    <span
      class="copyable"
      data-controller="copy"
      data-copy-text-value="${value}"
      data-copy-parameter-value="${parameter}"
    >
      ${text !== '' && html`<code class="copyable-text">${text}</code>`}
      <button class="button-quiet" type="button" hidden data-copy-target="button" data-action="copy#copy">
        ${icon('copy')}
        <span
          class="unseen"
          data-copy-target="label"
          data-done="${t('settings.copied')}"
          data-failed="${t('settings.notCopied')}"
        >
          ${t('settings.copy')}
        </span>
      </button>
    </span>
  `
}
