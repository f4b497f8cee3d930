import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { accountFields, type AccountFieldsView } from './account-fields.ts'
import { layout, type PageFrame } from '../layout/layout.ts'
import { timeZoneField } from './time-zone-field.ts'

export interface RegisterView extends Omit<AccountFieldsView, 'isEmailNeeded'> {
  readonly values: AccountFieldsView['values'] & { readonly timeZone?: string }
  readonly frame: PageFrame
  readonly csrfToken: string
}

/**
 * @returns the page on which visitors create an account. Its form sends `username`, `email`, `password` and
 *   `_csrf_token` to `/register`.
 */
export function registerPage(view: RegisterView): Html {
  const { frame, csrfToken } = view
  const { t } = frame.words
  const main = html`
    <h1>${t('register.title')}</h1>
    <p class="lead">${t('register.lead')}</p>
    <form action="/register" method="post" class="form">
      <input type="hidden" name="_csrf_token" value="${csrfToken}" />
      ${timeZoneField(view.values.timeZone)}
      ${accountFields({ ...view, isEmailNeeded: true }, t)}
      <p class="form-buttons">
        <button class="button">${t('setup.submit')}</button>
        <a class="button-quiet" href="/login">${t('register.signIn')}</a>
      </p>
    </form>
  `
  return layout({ frame, title: t('register.title'), kind: 'narrow', main })
}
