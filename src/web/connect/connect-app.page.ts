import { html, type Child, type Html } from '../../kernel/html.ts'
import { formError } from '../forms/form-field.ts'
import { copyableText } from '../layout/copyable-text.ts'
import type { PageFrame } from '../layout/layout.ts'
import type { Localization } from '../layout/localization.ts'
import { accessText } from '../security/app-password-limits.ts'
import { passkeyProof } from '../passkeys/passkey-buttons.ts'
import { proofFields, type ReauthenticationError } from '../security/reauthentication-form.ts'
import { collapsibleSection } from '../settings/collapsible-section.ts'
import { settingsLayout, settingsSection } from '../settings/settings-layout.ts'
import { appSteps } from './app-steps.ts'
import type { AppValues } from './app-values.ts'
import type { ConnectableApp } from './connectable-app.ts'
import { connectionFrame, type ConnectionState } from './connection-state.ts'

export interface ConnectAppView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly app: ConnectableApp
  /** what to enter in the app. Key and client are empty until they are created. */
  readonly values: AppValues
  readonly state: ConnectionState
  /** true if the form asks for the password, because the sign-in was some time ago */
  readonly needsPassword: boolean
  /** the address that opens the app with the server filled in, and its QR code; absent for apps that read none */
  readonly phone?: { readonly address: string; readonly qr: Html; readonly hasSecondFactor: boolean }
  /** errors of a refused form */
  readonly errors?: { readonly form?: string; readonly proof?: ReauthenticationError }
}

/** @returns the page of one app: how to install it, a button that creates its key, and then the steps in the app */
export function connectAppPage(view: ConnectAppView): Html {
  const { frame, app, values, state } = view
  const { t } = frame.words
  const hasKey = values.key !== ''
  const main = [
    html`
      <div class="setting">
        ${app.links && !hasKey && installation(app, t)}
        <p class="meta">${proofText(app, t)}</p>
      </div>
    `,
    hasKey ? keySteps(view) : directSteps(view),
    connectionFrame(state, app, frame.words),
    !hasKey && app.scopes && keyForm(view),
  ]
  const title = t('connect.appTitle', { app: app.name })
  const lead = html`<a href="/connect">${t('connect.back')}</a>`
  return settingsLayout({ frame, title, lead, page: 'clients', current: 'clients', sheets: ['connect'], main })
}

function installation({ links = {} }: ConnectableApp, t: Localization['t']): Html {
  return html`
    <p>
      ${t('connect.install')}${' '}
      ${Object.entries(links).map(
        ([place, href], index) =>
          html`${index > 0 && ' · '}<a href="${href}" rel="noreferrer" target="_blank">${place}</a>`,
      )}
    </p>
  `
}

function proofText({ name, proof }: ConnectableApp, t: Localization['t']): string {
  if (!proof) return t('connect.proof.none')
  if (proof.kind === 'replayed') return t('connect.proof.replayed', { app: name })
  return t(`connect.proof.${proof.kind}`, { version: proof.version })
}

function keySteps({ frame, app, values }: ConnectAppView): Html {
  const { t } = frame.words
  const body = html`
    ${appSteps(app, values, t)}
    ${app.screens && html`<p class="meta">${t('connect.english')}</p>`}
  `
  return settingsSection({ id: 'steps', title: t('connect.steps'), lead: t('connect.once'), body })
}

/** @returns the steps of an app that needs no key */
function directSteps({ frame, app, values, phone }: ConnectAppView): Child {
  const { t } = frame.words
  const section = (body: Html) => settingsSection({ id: 'steps', title: t('connect.steps'), body })
  if (phone) return section(phoneSteps(phone, t))
  if (app.direct === 'consent') {
    return section(html`<p>${t('connect.consent')}</p><p>${copyableText(values.address, t)}</p>`)
  }
  if (app.scopes) return undefined
  return section(html`${appSteps(app, values, t)}<p class="meta">${t('connect.browser', { app: app.name })}</p>`)
}

function phoneSteps(
  { address, qr, hasSecondFactor }: NonNullable<ConnectAppView['phone']>,
  t: Localization['t'],
): Html {
  if (hasSecondFactor) return html`<p>${t('connect.phone.factor')}</p>`
  return html`
    <div class="qr-beside">
      ${qr}
      <ol class="tour-steps">
        <li>
          <p>${t('connect.phone.scan')}</p>
          <p><a class="button button-plain" href="${address}">${t('connect.phone.open')}</a></p>
        </li>
        <li><p>${t('connect.phone.password')}</p></li>
      </ol>
    </div>
  `
}

function keyForm({ frame, csrfToken, app, needsPassword, errors = {} }: ConnectAppView): Html {
  const { t } = frame.words
  const form = html`
    <form action="/connect/${app.id}" method="post" class="form" data-turbo="false">
      <input type="hidden" name="token" value="${csrfToken}" />
      ${formError(errors.form)}
      ${needsPassword && proofFields({ name: 'connect', fields: ['password'], refused: errors.proof }, frame)}
      <button class="button">${t('connect.key.create')}</button>
      ${needsPassword && passkeyProof(frame)}
    </form>
  `
  const access = accessText(app.scopes ?? [], t)
  const lead = t('connect.key.lead', { app: app.name, access })
  const isOpen = errors.form !== undefined || errors.proof !== undefined
  const body = app.direct ? collapsibleSection(t('connect.key.instead'), form, isOpen) : form
  return settingsSection({ id: 'key', title: t('connect.key.title'), lead, body })
}
