import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { layout } from '../layout/layout.ts'
import type { PageFrame } from '../layout/layout.ts'

interface LogoutView {
  readonly frame: PageFrame
  readonly csrfToken: string
}

/**
 * @returns the page that asks the user to confirm the sign-out. Only its form (`POST /logout` with `_csrf_token`) ends
 *   the session.
 */
export function logoutPage({ frame, csrfToken }: LogoutView): Html {
  const { t } = frame.words
  const main = html`
    <h1>${t('logout.title')}</h1>
    <p class="lead">${t('logout.lead')}</p>
    <form action="/logout" method="post" class="form" data-turbo="false">
      <input type="hidden" name="_csrf_token" value="${csrfToken}" />
      <p class="form-buttons">
        <button class="button">${t('logout.submit')}</button>${' '}
        <a class="button-quiet" href="/">${t('logout.back')}</a>
      </p>
    </form>
  `
  return layout({ frame, title: t('logout.title'), kind: 'narrow', main })
}
