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
      ${button(t('settings.copy'), t)}
    </span>
  `
}

/** @returns a button with a label that copies a text that is not visible. It only works with scripts, so a script reveals it. */
export function copyButton(value: string, label: string, t: Localization['t']): Html {
  return html`<span data-controller="copy" data-copy-text-value="${value}">${button(label, t, 'label')}</span>`
}

function button(label: string, t: Localization['t'], labelClass = 'unseen'): Html {
  return html`
    <button
      class="button-quiet"
      type="button"
      hidden
      title="${label}"
      data-copy-target="button"
      data-action="copy#copy"
    >
      ${icon('copy')}
      <span
        class="${labelClass}"
        data-copy-target="label"
        data-done="${t('settings.copied')}"
        data-failed="${t('settings.notCopied')}"
      >
        ${label}
      </span>
    </button>
  `
}
