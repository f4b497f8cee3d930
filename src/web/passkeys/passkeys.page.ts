import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import type { Passkey } from '../../users/passkeys/passkey.repository.ts'
import type { PasskeyObstacle } from '../../users/passkeys/passkey-site.ts'
import { formError, formField } from '../forms/form-field.ts'
import { dateText } from '../layout/date-text.ts'
import { icon } from '../layout/icon.ts'
import type { PageFrame } from '../layout/layout.ts'
import { proofFields, reauthenticationForm, type ReauthenticationError } from '../security/reauthentication-form.ts'
import { collapsibleSection } from '../settings/collapsible-section.ts'
import { settingsLayout, settingsSection } from '../settings/settings-layout.ts'
import { passkeyMessages, passkeyProof } from './passkey-buttons.ts'

export const PASSKEYS_PATH = '/config/security/passkeys'

/** The data of the passkeys on the security page. */
export interface PasskeysView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly passkeys: readonly Passkey[]
  /** the host of this server, or why browsers refuse passkeys at its address */
  readonly host: { readonly rpId: string } | PasskeyObstacle
  /** true if a form asks for the password or a passkey, because the sign-in was some time ago */
  readonly needsProof: boolean
  readonly refused?: ReauthenticationError
}

/** @returns the section of the security page that lists the passkeys and adds one */
export function passkeysSection(view: PasskeysView): Html {
  const { t } = view.frame.words
  const body = [
    view.passkeys.length > 0 && html`<ul class="rows">${view.passkeys.map((one) => passkeyRow(one, view))}</ul>`,
    typeof view.host === 'string' ? html`<p class="meta">${t(`passkeys.obstacles.${view.host}`)}</p>` : addForm(view),
  ]
  return settingsSection({ id: 'passkeys', title: t('passkeys.title'), lead: t('passkeys.lead'), body })
}

function addForm({ frame, csrfToken, needsProof, refused }: PasskeysView): Html {
  const { t } = frame.words
  const isRefused = refused?.form === 'passkey'
  const form = html`
    <form action="${PASSKEYS_PATH}/new" method="post" class="form" data-turbo="false">
      <input type="hidden" name="token" value="${csrfToken}" />
      ${needsProof && proofFields({ name: 'passkey', fields: ['password'], refused }, frame)}
      ${isRefused && !needsProof && formError(refused.message)}
      <button class="button button-plain">${needsProof ? t('passkeys.continue') : t('passkeys.add')}</button>
      ${needsProof && passkeyProof(frame)}
    </form>
  `
  return needsProof ? collapsibleSection(t('passkeys.add'), form, isRefused) : form
}

function passkeyRow(passkey: Passkey, view: PasskeysView): Html {
  const { words } = view.frame
  const { t } = words
  const { id, name, createdAt } = passkey
  return html`
    <li class="row">
      ${icon('fingerprint')}
      <div class="row-text">
        <p class="row-name" dir="auto">${name}</p>
        <p class="meta">
          ${hostNote(passkey, view)}
          ${passkey.isSynced && html`<span>${t('passkeys.synced')}</span>`}
          <span>${t('passkeys.since')} ${dateText(new Date(createdAt), words, 'short')}</span>
          ${lastUse(passkey, view)}
        </p>
      </div>
      <a class="button-quiet" href="${PASSKEYS_PATH}/${id}">
        ${t('security.factor.manage')}
        <span class="unseen">: ${name}</span>
      </a>
    </li>
  `
}

/** @returns a warning about a passkey of another host, which browsers do not offer at the present one */
function hostNote({ rpId }: Passkey, { host, frame }: PasskeysView): Child {
  const isHere = typeof host !== 'string' && host.rpId === rpId
  return !isHere && html`<span class="field-error">${frame.words.t('passkeys.otherHost', { host: rpId })}</span>`
}

function lastUse({ lastUsedAt }: Passkey, { frame: { words } }: PasskeysView): Html {
  const { t } = words
  if (lastUsedAt === null) return html`<span>${t('security.neverUsed')}</span>`
  return html`<span>${t('security.lastUsed')} ${dateText(new Date(lastUsedAt), words, 'short')}</span>`
}

interface NewPasskeyView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly options: PublicKeyCredentialCreationOptionsJSON
  /** the suggested name */
  readonly name: string
}

/** @returns the page on which the browser creates a passkey. It needs scripts, and says so. */
export function newPasskeyPage({ frame, csrfToken, options, name }: NewPasskeyView): Html {
  const { t } = frame.words
  const form = html`
    <form
      action="${PASSKEYS_PATH}"
      method="post"
      class="form"
      data-turbo="false"
      data-controller="passkey"
      data-passkey-creation-value="${JSON.stringify(options)}"
      data-action="passkey#create"
    >
      <input type="hidden" name="token" value="${csrfToken}" />
      ${formField({
        id: 'passkey-name',
        name: 'name',
        label: t('passkeys.name'),
        type: 'text',
        autocomplete: 'off',
        value: name,
        hint: t('passkeys.nameHint'),
        required: true,
      })}
      <p class="field-hint" data-passkey-target="obstacle">${t('passkeys.unsupported')}</p>
      <p class="form-buttons">
        <button class="button" data-passkey-target="button" hidden>${t('passkeys.create')}</button>
        <a class="button-quiet" href="/config/security#passkeys">${t('passkeys.cancel')}</a>
      </p>
      ${passkeyMessages(t)}
    </form>
  `
  const main = html`<section class="setting" aria-label="${t('passkeys.newTitle')}">${form}</section>`
  return settingsLayout({ frame, title: t('passkeys.newTitle'), lead: t('passkeys.newLead'), page: 'security', main })
}

interface PasskeyPageView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly passkey: Passkey
  readonly needsProof: boolean
  readonly nameError?: string
  readonly refused?: ReauthenticationError
}

/** @returns the page on which a passkey is renamed or removed */
export function passkeyPage(view: PasskeyPageView): Html {
  const { frame, passkey } = view
  const { t } = frame.words
  const remove = reauthenticationForm(
    {
      name: 'remove',
      action: `${PASSKEYS_PATH}/${passkey.id}/remove`,
      csrfToken: view.csrfToken,
      fields: view.needsProof ? ['password'] : [],
      submit: t('passkeys.remove'),
      refused: view.refused,
      isDangerous: true,
    },
    frame,
  )
  const main = [
    settingsSection({ id: 'name', title: t('passkeys.rename'), body: renameForm(view) }),
    settingsSection({
      id: 'remove',
      title: t('passkeys.remove'),
      lead: t('passkeys.removeLead'),
      body: remove,
      isDangerous: true,
    }),
  ]
  return settingsLayout({ frame, title: passkey.name, page: 'security', main })
}

function renameForm({ frame, csrfToken, passkey, nameError }: PasskeyPageView): Html {
  const { t } = frame.words
  return html`
    <form action="${PASSKEYS_PATH}/${passkey.id}/rename" method="post" class="form">
      <input type="hidden" name="token" value="${csrfToken}" />
      ${formField({
        id: 'passkey-name',
        name: 'name',
        label: t('passkeys.name'),
        type: 'text',
        autocomplete: 'off',
        value: passkey.name,
        required: true,
        ...(nameError !== undefined && { error: nameError }),
      })}
      <button class="button">${t('passkeys.save')}</button>
    </form>
  `
}
