import { html, type Child, type Html } from '../../kernel/html.ts'
import type { PageFrame } from '../layout/layout.ts'

interface ConfigFormView {
  readonly frame: PageFrame
  readonly csrfToken: string
}

/** The actions of a form whose changes a script saves (save_on_change_controller.ts). */
export const SAVE_ON_CHANGE = [
  'change->save-on-change#save',
  'submit->save-on-change#submit',
  'pagehide@window->save-on-change#leave',
  'turbo:before-morph-attribute->save-on-change#keepHidden',
].join(' ')

/**
 * @param name first part of the names of the fields (wallabag contract, section 10)
 * @returns a form that is sent to `/config`, with its CSRF token and its save button
 */
export function configForm({ csrfToken, frame }: ConfigFormView, name: string, fields: Child): Html {
  return html`
    <form action="/config" method="post" class="form form-pairs">
      <input type="hidden" name="${name}[_token]" value="${csrfToken}" />
      ${fields}
      <button class="button button-plain" name="${name}[save]">${frame.words.t('config.save')}</button>
    </form>
  `
}
