import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import { copyableText } from '../layout/copyable-text.ts'
import { settingsSection } from '../settings/settings-layout.ts'
import type { Localization } from '../layout/localization.ts'

/** A value of a client that the user pastes into an app. */
interface ClientFact {
  readonly label: string
  readonly value: string
  readonly isCopied: boolean
}

/**
 * @param more further items of the list. Apps ignore them, because their markup differs.
 * @returns the list of a client's values. Apps read each value as the only content of `strong > code` (wallabag
 *   contract, section 10).
 */
export function clientFacts(facts: readonly ClientFact[], t: Localization['t'], more?: Child): Html {
  return html`
    <dl class="facts">
      ${facts.map(
        ({ label, value, isCopied }) => html`
          <dt>${label}</dt>
          <dd><strong><code>${value}</code></strong> ${isCopied && copyableText('', t, value)}</dd>
        `,
      )}
      ${more}
    </dl>
  `
}

/**
 * @param baseUrl public address of this server
 * @returns an address that contains the server and the username. The wallabag app for Android reads it from a link or a
 *   QR code (ConnectionWizardActivity of wallabag/android-app).
 */
export function connectionAddress(username: string, baseUrl: string): string {
  return `wallabag://${username}@${baseUrl}`
}

export interface PhoneView {
  /** the QR code that contains `connectionAddress` */
  readonly qr: Html
  /** true if the user has a second factor, so that apps need an app password */
  readonly hasSecondFactor: boolean
}

/** @returns the instructions for connecting a phone */
export function phoneSection({ qr, hasSecondFactor }: PhoneView, t: Localization['t']): Html {
  const password: Child =
    hasSecondFactor &&
    html`
      <p>
        ${t('clients.phone.factor')} <a href="/config/security#app-passwords">${t('clients.phone.appPassword')}</a>
      </p>
    `
  const body = html`
    <div class="qr-beside">
      ${qr}
      <div class="stack">
        <p>${t('clients.phone.android')}</p>
        <p class="meta">${t('clients.phone.others')}</p>
        ${password}
      </div>
    </div>
  `
  return settingsSection({ id: 'phone', title: t('clients.phone.title'), lead: t('clients.phone.lead'), body })
}
