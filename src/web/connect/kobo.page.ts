import { html, type Html } from '../../kernel/html.ts'
import type { KoboDevice, KoboOptions } from '../../kobo-devices/kobo-device.ts'
import { formError, formField } from '../forms/form-field.ts'
import { dateText } from '../layout/date-text.ts'
import type { PageFrame } from '../layout/layout.ts'
import { passkeyProof } from '../passkeys/passkey-buttons.ts'
import { proofFields, type ReauthenticationError } from '../security/reauthentication-form.ts'
import { collapsibleSection } from '../settings/collapsible-section.ts'
import { settingsLayout, settingsSection } from '../settings/settings-layout.ts'

/** The form for a new e-reader, as it was sent. */
export interface KoboForm extends KoboOptions {
  readonly name: string
  readonly serial: string
  readonly errors: {
    readonly form?: string
    readonly serial?: string
    readonly store?: string
    readonly proof?: ReauthenticationError
  }
}

interface KoboView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly baseUrl: string
  readonly devices: readonly KoboDevice[]
  readonly form: KoboForm
  /** true if the form asks for the password, because the sign-in was some time ago */
  readonly needsPassword: boolean
}

/** @returns the page of Kobo e-readers: those of the user, with their options, and a form for another one */
export function koboPage(view: KoboView): Html {
  const { frame, baseUrl, devices } = view
  const { t } = frame.words
  const main = [
    html`
      <div class="setting">
        <p>${t('kobo.lead')}</p>
        ${!baseUrl.startsWith('https:') && html`<p class="field-error">${t('kobo.https', { address: baseUrl })}</p>`}
        <p class="meta">${t('kobo.proof')}</p>
      </div>
    `,
    devices.length > 0 && devicesSection(view),
    newDevice(view),
  ]
  const title = t('connect.appTitle', { app: 'Kobo' })
  const lead = html`<a href="/connect">${t('connect.back')}</a>`
  return settingsLayout({ frame, title, lead, page: 'clients', current: 'clients', sheets: ['connect'], main })
}

function devicesSection({ frame, csrfToken, devices }: KoboView): Html {
  const { t } = frame.words
  const body = devices.map((device) => {
    const { id, name, lastUsedAt } = device
    const used = lastUsedAt && html`${t('security.lastUsed')} ${dateText(new Date(lastUsedAt), frame.words, 'short')}`
    const summary = html`<span><bdi>${name}</bdi>${' '}<span class="meta"><span>${used || t('kobo.unused')}</span></span></span>`
    const fields = html`
      <input type="hidden" name="token" value="${csrfToken}" />
      <input type="hidden" name="id" value="${id}" />
    `
    return collapsibleSection(
      summary,
      html`
        <form action="/connect/kobo/options" method="post" class="form">
          ${fields}
          ${choices(`kobo-${id}`, device, t)}
          ${storeField(`kobo-${id}`, { store: device.store }, t)}
          <button class="button">${t('config.save')}</button>
        </form>
        <form action="/connect/kobo/remove" method="post">
          ${fields}
          <button class="button-quiet button-danger">${t('security.apps.remove')}<span class="unseen">: ${name}</span></button>
        </form>
      `,
    )
  })
  return settingsSection({ id: 'devices', title: t('kobo.devices'), body })
}

function newDevice({ frame, csrfToken, form, needsPassword }: KoboView): Html {
  const { t } = frame.words
  const { errors } = form
  const store = storeField('kobo', { store: form.store, ...(errors.store !== undefined && { error: errors.store }) }, t)
  const body = html`
    <form action="/connect/kobo" method="post" class="form" data-turbo="false">
      <input type="hidden" name="token" value="${csrfToken}" />
      ${formError(errors.form)}
      ${formField({
        id: 'kobo-name',
        name: 'name',
        label: t('kobo.name'),
        type: 'text',
        autocomplete: 'off',
        value: form.name,
      })}
      ${formField({
        id: 'kobo-serial',
        name: 'serial',
        label: t('kobo.serial'),
        type: 'text',
        autocomplete: 'off',
        value: form.serial,
        hint: t('kobo.serialHint'),
        required: true,
        ...(errors.serial !== undefined && { error: errors.serial }),
      })}
      ${choices('kobo', form, t)}
      ${collapsibleSection(t('kobo.storeSummary'), store, form.store !== '')}
      ${needsPassword && proofFields({ name: 'kobo', fields: ['password'], refused: errors.proof }, frame)}
      <button class="button">${t('kobo.create')}</button>
      ${needsPassword && passkeyProof(frame)}
    </form>
  `
  return settingsSection({ id: 'add', title: t('kobo.add'), lead: t('kobo.addLead'), body })
}

type Words = PageFrame['words']['t']

function choices(id: string, { hasColor, removesArchived }: Omit<KoboOptions, 'store'>, t: Words): Html {
  const box = (name: string, label: string, isTicked: boolean) => html`
    <div class="choice">
      <input type="checkbox" id="${id}-${name}" name="${name}" value="1" ?checked="${isTicked}" />
      <label for="${id}-${name}">${label}</label>
    </div>
  `
  return html`${box('color', t('kobo.color'), hasColor)}${box('removes', t('kobo.removes'), removesArchived)}`
}

function storeField(id: string, { store, error }: { readonly store: string; readonly error?: string }, t: Words): Html {
  return formField({
    id: `${id}-store`,
    name: 'store',
    label: t('kobo.store'),
    type: 'url',
    autocomplete: 'off',
    value: store,
    hint: t('kobo.storeHint'),
    ...(error !== undefined && { error }),
  })
}
