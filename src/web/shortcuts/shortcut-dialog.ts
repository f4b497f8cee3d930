import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { icon } from '../layout/icon.ts'
import type { Localization } from '../layout/localization.ts'
import { KEY_MAPS } from './key-bindings.ts'

/**
 * @returns the dialog that lists the shortcuts of a page. The script of the dialog also makes the shortcuts work. The
 *   browser loads the list when the dialog opens.
 */
export function shortcutDialog(kind: keyof typeof KEY_MAPS, t: Localization['t']): Html {
  return html`
    <dialog
      class="dialog"
      aria-labelledby="key-help-title"
      data-controller="keys"
      data-keys-map-value="${KEY_MAPS[kind]}"
    >
      <form method="dialog" class="dialog-head">
        <h2 id="key-help-title">${t('keys.title')}</h2>
        <button class="button-icon" title="${t('keys.close')}">
          ${icon('x')}
          <span class="unseen">${t('keys.close')}</span>
        </button>
      </form>
      <turbo-frame id="keys" src="/help/keys" loading="lazy" data-action="turbo:frame-load->keys#narrow">
        <p>${t('keys.loading')}</p>
      </turbo-frame>
    </dialog>
  `
}
