import { html, type Html } from '../../kernel/html.ts'
import type { PendingDevice } from '../../oauth/device/decide-device-sign-in.ts'
import { OAUTH_PATHS } from '../../oauth/server-metadata.ts'
import { formField } from '../forms/form-field.ts'
import { layout, type PageFrame } from '../layout/layout.ts'
import { consentForm } from './consent-form.ts'

interface DeviceCodeView {
  readonly frame: PageFrame
  /** a refused code, as the user has typed it */
  readonly refused?: string
}

/** @returns the page on which the user enters the code that a device shows */
export function deviceCodePage({ frame, refused }: DeviceCodeView): Html {
  const { t } = frame.words
  const field = formField({
    id: 'user_code',
    name: 'user_code',
    label: t('device.code'),
    type: 'text',
    autocomplete: 'off',
    required: true,
    hasFocus: true,
    ...(refused !== undefined && { value: refused, error: t('device.wrong') }),
  })
  const main = html`
    <h1>${t('device.title')}</h1>
    <p class="lead">${t('device.lead')}</p>
    <form action="${OAUTH_PATHS.devicePage}" method="get" class="form" data-turbo="false">
      ${field}
      <p class="form-buttons"><button class="button">${t('device.submit')}</button></p>
    </form>
  `
  return layout({ frame, title: t('device.title'), kind: 'narrow', main })
}

interface DeviceConsentView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly username: string
  readonly device: PendingDevice
}

/** @returns the page on which the user decides whether a device may use the library */
export function deviceConsentPage({ frame, csrfToken, username, device }: DeviceConsentView): Html {
  const { t } = frame.words
  const { app, scopes, userCode } = device
  const notes = html`
    <p>${t('device.check')}</p>
    <p class="consent-code"><code>${userCode}</code></p>
    <p>${t('device.warning')}</p>
  `
  const fields = { user_code: userCode }
  const main = consentForm({ action: OAUTH_PATHS.devicePage, csrfToken, app, scopes, username, fields, notes, t })
  return layout({ frame, title: t('device.title'), kind: 'narrow', main, sheets: ['consent'] })
}

interface DecidedView {
  readonly frame: PageFrame
  /** name of the app that the user has allowed; absent if the user has refused */
  readonly app?: string
}

/** @returns the page after the decision */
export function deviceDecidedPage({ frame, app }: DecidedView): Html {
  const { t } = frame.words
  const title = app === undefined ? t('device.denied') : t('device.allowed', { app })
  const main = html`
    <h1 dir="auto">${title}</h1>
    <p class="lead">${t(app === undefined ? 'device.deniedLead' : 'device.allowedLead')}</p>
  `
  return layout({ frame, title, kind: 'narrow', main })
}
