import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import { icon } from '../layout/icon.ts'
import type { PageFrame } from '../layout/layout.ts'
import type { Localization } from '../layout/localization.ts'

/** Path at which a signed-in browser gets a challenge before a sensitive change. */
export const PROOF_CHALLENGE_PATH = '/config/security/passkeys/challenge'
/** Paths of the sign-in with a passkey. */
export const SIGN_IN_CHALLENGE_PATH = '/login/passkey/challenge'
export const SIGN_IN_PASSKEY_PATH = '/login/passkey'

/**
 * @returns a button with which a form that asks for the password accepts a passkey instead; nothing for viewers without
 *   passkeys. A script shows it where the browser can use passkeys (client/controllers/passkey_controller.ts).
 */
export function passkeyProof({ viewer, words: { t } }: PageFrame): Child {
  return (
    viewer?.hasPasskeys &&
    html`
      <div data-controller="passkey" data-passkey-challenge-value="${PROOF_CHALLENGE_PATH}">
        ${passkeyButton(t('security.proof.passkey'), t)}
      </div>
    `
  )
}

/**
 * @returns the part of the sign-in form that signs in with a passkey. The script also lets the browser suggest passkeys in
 *   the field for the username.
 */
export function passkeySignIn(t: Localization['t']): Html {
  return html`
    <div
      class="passkey-sign-in"
      data-controller="passkey"
      data-passkey-challenge-value="${SIGN_IN_CHALLENGE_PATH}"
      data-passkey-action-value="${SIGN_IN_PASSKEY_PATH}"
      data-passkey-suggested-value="true"
    >
      ${passkeyButton(t('login.passkey'), t)}
    </div>
  `
}

function passkeyButton(label: string, t: Localization['t']): Html {
  return html`
    <button
      type="button"
      class="button button-plain"
      data-passkey-target="button"
      data-action="passkey#prove"
      hidden
    >
      ${icon('fingerprint')} ${label}
    </button>
    ${passkeyMessages(t)}
  `
}

/** @returns the place for errors of a ceremony, with their texts */
export function passkeyMessages(t: Localization['t']): Html {
  return html`
    <p
      class="field-error"
      role="alert"
      data-passkey-target="message"
      data-cancelled="${t('passkeys.errors.cancelled')}"
      data-known="${t('passkeys.errors.known')}"
      data-failed="${t('passkeys.errors.failed')}"
      hidden
    ></p>
  `
}
