import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { formField } from '../forms/form-field.ts'
import { layout, type PageFrame } from '../layout/layout.ts'

interface CodeView {
  readonly frame: PageFrame
  readonly csrfToken: string
  /** error message for a refused code */
  readonly error?: string
}

/**
 * @returns the page of the second sign-in step, on which the user enters a code. The field names are those of wallabag.
 */
export function signInCodePage({ frame, csrfToken, error }: CodeView): Html {
  const { t } = frame.words
  const field = formField({
    id: 'auth_code',
    name: '_auth_code',
    label: t('security.code.label'),
    type: 'text',
    autocomplete: 'one-time-code',
    hint: t('security.code.hint'),
    required: true,
    hasFocus: true,
    ...(error !== undefined && { error }),
  })
  const main = html`
    <h1>${t('security.code.title')}</h1>
    <p class="lead">${t('security.code.lead')}</p>
    <div class="form">
      <form action="/2fa_check" method="post" data-turbo="false">
        <input type="hidden" name="_csrf_token" value="${csrfToken}" />
        ${field}
        <p class="form-buttons">
          <button class="button">${t('security.code.submit')}</button>${' '}
          <a class="button-quiet" href="/login">${t('security.code.back')}</a>
        </p>
      </form>
    </div>
  `
  return layout({ frame, title: t('security.code.title'), kind: 'narrow', main })
}
