import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { formError, formField } from '../forms/form-field.ts'
import { layout } from '../layout/layout.ts'
import type { PageFrame } from '../layout/layout.ts'
import type { Localization } from '../layout/localization.ts'
import { passkeySignIn } from '../passkeys/passkey-buttons.ts'
import { timeZoneField } from './time-zone-field.ts'

/** Path that starts a sign-in at the identity provider. */
export const PROVIDER_PATH = '/login/oidc'
/** Path that ends the session at the identity provider. */
export const PROVIDER_SIGN_OUT_PATH = '/login/oidc/logout'

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
  /** the identity provider, with which users sign in as well, or only */
  readonly provider?: { readonly name: string; readonly isOnlyWay: boolean }
  /** true after a sign-out, which does not end the session at the provider */
  readonly isSignedOut?: boolean
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
  const { frame, error, hasEnded, isSignedOut, isRegistrationOpen, provider } = view
  const { t } = frame.words
  const main = html`
    <h1>${t('login.title')}</h1>
    ${hasEnded && html`<p class="lead">${t('login.ended')}</p>`}
    ${isSignedOut && provider && signOutOffer(provider.name, t)}
    ${formError(error)}
    ${!provider?.isOnlyWay && passwordForm(view)}
    ${provider && providerLink(provider, t)}
    ${
      isRegistrationOpen &&
      html`<p class="narrow-other">${t('login.noAccount')} <a href="/register">${t('login.register')}</a></p>`
    }
  `
  return layout({ frame, title: t('login.title'), kind: 'narrow', main, head: FULL_RELOAD })
}

function passwordForm({ frame, csrfToken, username, isRemembered, hasPasskeys }: LoginView): Html {
  const { t } = frame.words
  return html`
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
          hasFocus: username === undefined,
          ...(username !== undefined && { value: username }),
        })}
        ${formField({
          id: 'password',
          name: '_password',
          label: t('login.password'),
          type: 'password',
          autocomplete: 'current-password',
          required: true,
          hasFocus: username !== undefined,
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
  `
}

/** @returns the link to the identity provider, which is the main button if it is the only way to sign in */
function providerLink({ name, isOnlyWay }: NonNullable<LoginView['provider']>, t: Localization['t']): Html {
  return html`
    <p class="provider">
      <a class="${isOnlyWay ? 'button' : 'button button-plain'}" href="${PROVIDER_PATH}" data-turbo="false">
        ${t('login.provider', { name })}
      </a>
    </p>
  `
}

function signOutOffer(name: string, t: Localization['t']): Html {
  return html`
    <p class="lead">
      ${t('login.signedOut')}${' '}
      <a href="${PROVIDER_SIGN_OUT_PATH}" data-turbo="false">${t('login.signOutProvider', { name })}</a>
    </p>
  `
}
