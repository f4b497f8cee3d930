import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import type { PageFrame } from '../layout/layout.ts'
import { settingsLayout, settingsSection } from '../settings/settings-layout.ts'
import { copyableText, copyButton } from '../layout/copyable-text.ts'
import { reauthenticationForm, type ReauthenticationError } from './reauthentication-form.ts'

interface SecondFactorView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly refused?: ReauthenticationError
}

interface NewFactorView extends SecondFactorView {
  readonly qr: Html
  /** the secret in base 32 */
  readonly secret: string
}

const PATH = '/config/security/second-factor'

/**
 * @returns the page for setting up a second factor. It shows the secret for the authenticator app, and the form that
 *   activates the second factor.
 */
export function newFactorPage({ frame, csrfToken, qr, secret, refused }: NewFactorView): Html {
  const { t } = frame.words
  const scan = html`
    <div class="qr-beside">
      ${qr}
      <div class="stack">
        <p>${t('security.setUp.byHand')}</p>
        ${copyableText(secret.replaceAll(/(.{4})(?=.)/g, '$1 '), t, secret)}
      </div>
    </div>
  `
  const confirm = reauthenticationForm(
    {
      name: 'confirm',
      action: `${PATH}/confirm`,
      csrfToken,
      fields: ['code', 'password'],
      submit: t('security.setUp.submit'),
      isFirstCode: true,
      refused,
    },
    frame,
  )
  const main = html`
    ${settingsSection({ id: 'scan', title: t('security.setUp.scan'), lead: t('security.setUp.scanLead'), body: scan })}
    ${settingsSection({
      id: 'confirm',
      title: t('security.setUp.confirm'),
      lead: t('security.setUp.confirmLead'),
      body: confirm,
    })}
  `
  return settingsLayout({
    frame,
    title: t('security.setUp.title'),
    lead: t('security.setUp.lead'),
    page: 'security',
    main,
  })
}

/** @returns the page with the forms that renew the recovery codes and turn off the second factor */
export function secondFactorPage({ frame, csrfToken, refused }: SecondFactorView): Html {
  const { t } = frame.words
  const fields = ['password', 'code'] as const
  const renew = reauthenticationForm(
    { name: 'renew', action: `${PATH}/codes`, csrfToken, fields, submit: t('security.renew.submit'), refused },
    frame,
  )
  const off = reauthenticationForm(
    {
      name: 'off',
      action: `${PATH}/off`,
      csrfToken,
      fields,
      submit: t('security.off.submit'),
      refused,
      isDangerous: true,
    },
    frame,
  )
  const main = html`
    ${settingsSection({ id: 'codes', title: t('security.renew.title'), lead: t('security.renew.lead'), body: renew })}
    ${settingsSection({
      id: 'off',
      title: t('security.off.title'),
      lead: t('security.off.lead'),
      body: off,
      isDangerous: true,
    })}
  `
  return settingsLayout({ frame, title: t('security.factor.title'), page: 'security', main })
}

interface RecoveryCodesView {
  readonly frame: PageFrame
  readonly codes: readonly string[]
}

/** @returns the page that shows new recovery codes. No other page shows them. */
export function recoveryCodesPage({ frame, codes }: RecoveryCodesView): Html {
  const { t } = frame.words
  const main = html`
    <div class="setting">
      <ol class="recovery-codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ol>
      ${copyButton(codes.join('\n'), t('settings.copy'), t)}
      <p><a class="button" href="/config/security">${t('security.codes.done')}</a></p>
    </div>
  `
  return settingsLayout({
    frame,
    title: t('security.codes.title'),
    lead: t('security.codes.lead'),
    page: 'security',
    main,
  })
}

interface NewAppPasswordView {
  readonly frame: PageFrame
  readonly name: string
  readonly username: string
  readonly password: string
}

/** @returns the page that shows a new app password. No other page shows it. */
export function newAppPasswordPage({ frame, name, username, password }: NewAppPasswordView): Html {
  const { t } = frame.words
  const main = html`
    <div class="setting">
      <dl class="facts">
        <dt>${t('security.apps.username')}</dt>
        <dd><code>${username}</code></dd>
        <dt>${t('security.apps.password')}</dt>
        <dd>${copyableText(password, t)}</dd>
      </dl>
      <p><a class="button" href="/config/security">${t('security.codes.done')}</a></p>
    </div>
  `
  const title = t('security.apps.newTitle', { name })
  return settingsLayout({ frame, title, lead: t('security.apps.newLead'), page: 'security', main })
}
