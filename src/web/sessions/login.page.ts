import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { formError, formField } from '../forms/form-field.ts'
import { layout } from '../layout/layout.ts'
import type { PageFrame } from '../layout/layout.ts'
import { passkeySignIn } from '../passkeys/passkey-buttons.ts'
import { timeZoneField } from './time-zone-field.ts'

interface LoginView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly username?: string
  /** true if the user chose "stay signed in" in the last attempt */
  readonly isRemembered?: boolean
  /** true if visitors may create an account */
  readonly isRegistrationOpen?: boolean
  /** true if browsers accept passkeys at the address of this server */
  readonly hasPasskeys?: boolean
  /** true if the user's session has ended */
  readonly hasEnded?: boolean
  /** message about the last attempt, if it failed */
  readonly error?: string
}

/**
 * Makes Turbo load this page in full. Otherwise the referrer policy of a previous article would still apply. The
 * browser would then send the form without an origin, and the server would refuse it.
 */
const FULL_RELOAD = html`<meta name="turbo-visit-control" content="reload">`

/**
 * @returns the sign-in page. Apps search it for the exact text of the form tag and of the hidden field (wallabag
 *   contract, section 10). The next page may have another theme, which is an attribute of the `html` element. Turbo
 *   would replace only the children of that element, so browsers submit the form without Turbo.
 */
export function loginPage(view: LoginView): Html {
  const { frame, csrfToken, username, isRemembered, error, hasEnded, isRegistrationOpen, hasPasskeys } = view
  const { t } = frame.words
  const main = html`
    <h1>${t('login.title')}</h1>
    ${hasEnded && html`<p class="lead">${t('login.ended')}</p>`}
    ${formError(error)}
    <div class="form" data-turbo="false">
      <form action="/login_check" method="post" name="loginform">
        <input type="hidden" name="_csrf_token" value="${csrfToken}" />
        ${formField({
          id: 'username',
          name: '_username',
          label: t('login.username'),
          type: 'text',
          autocomplete: hasPasskeys ? 'username webauthn' : 'username',
          required: true,
          ...(username !== undefined && { value: username }),
        })}
        ${formField({
          id: 'password',
          name: '_password',
          label: t('login.password'),
          type: 'password',
          autocomplete: 'current-password',
          required: true,
        })}
        <div class="choice">
          <input type="checkbox" id="remember_me" name="_remember_me" value="on" ?checked="${isRemembered}">
          <label for="remember_me">${t('login.remember')}</label>
        </div>
        <button class="button" name="send">${t('login.submit')}</button>
        ${hasPasskeys && passkeySignIn(t)}
        ${timeZoneField()}
      </form>
    </div>
    ${
      isRegistrationOpen &&
      html`<p class="narrow-other">${t('login.noAccount')} <a href="/register">${t('login.register')}</a></p>`
    }
  `
  return layout({ frame, title: t('login.title'), kind: 'narrow', main, head: FULL_RELOAD })
}
