import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { accountFields, type AccountFieldsView } from '../sessions/account-fields.ts'
import type { PageFrame } from '../layout/layout.ts'
import { adminLayout } from './admin-layout.ts'

export interface NewUserView extends Omit<AccountFieldsView, 'isEmailNeeded'> {
  readonly frame: PageFrame
  readonly csrfToken: string
}

/** @returns the page where an administrator creates an account for another person */
export function newUserPage(view: NewUserView): Html {
  const { frame, csrfToken } = view
  const { t } = frame.words
  const main = html`
    <form action="/admin/users/create" method="post" class="form setting">
      <input type="hidden" name="token" value="${csrfToken}" />
      ${accountFields({ ...view, isEmailNeeded: false }, t)}
      <p class="form-buttons">
        <button class="button">${t('admin.users.createSubmit')}</button>
        <a class="button-quiet" href="/admin/users">${t('admin.cancel')}</a>
      </p>
    </form>
  `
  return adminLayout({
    frame,
    title: t('admin.users.createTitle'),
    lead: t('admin.users.createLead'),
    page: 'users',
    main,
  })
}
