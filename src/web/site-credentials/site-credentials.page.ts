import { MAX_HOSTS } from '../../site-credentials/change-site-credentials.ts'
import type { SiteCredential } from '../../site-credentials/site-credential.ts'
import { html, type Child, type Html } from '../../kernel/html.ts'
import { formField, type FormField } from '../forms/form-field.ts'
import type { PageFrame } from '../layout/layout.ts'
import { settingsLayout, settingsSection } from '../settings/settings-layout.ts'

/** A field of the form for a login at a site. */
export type CredentialField = 'host' | 'username' | 'password'

export interface CredentialsView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly credentials: readonly SiteCredential[]
  /** the login that the form changes; absent for a new login */
  readonly edited?: SiteCredential
  /** refused input, which the form shows again; never contains the password */
  readonly given?: { readonly host: string; readonly username: string }
  /** the field that the server refused */
  readonly refused?: CredentialField
}

/** @returns the page that lists a user's logins for sites, with a form that adds or changes one */
export function credentialsPage(view: CredentialsView): Html {
  const { credentials, edited } = view
  const { t } = view.frame.words
  const list =
    credentials.length === 0
      ? html`<p>${t('credentials.empty')}</p>`
      : html`<ul class="rows">${credentials.map((one) => item(view, one))}</ul>`
  const title = edited ? t('credentials.changeTitle', { host: edited.host }) : t('credentials.add')
  const main = html`
    ${settingsSection({ id: 'set-site_credential', title, body: form(view) })}
    ${settingsSection({ id: 'site-credentials', title: t('credentials.sites'), body: list })}
  `
  const words = { title: t('credentials.title'), lead: t('credentials.lead') }
  return settingsLayout({ frame: view.frame, ...words, page: 'sites', main })
}

function form(view: CredentialsView): Html {
  const { edited } = view
  const { t } = view.frame.words
  return html`
    <form action="/site-credentials/" method="post" class="form">
      <input type="hidden" name="site_credential[_token]" value="${view.csrfToken}" />
      ${edited ? changeFields(view, edited) : addFields(view)}
      <div class="form-buttons">
        <button class="button">${t('credentials.save')}</button>
        ${edited && html`<a class="button-quiet" href="/site-credentials/">${t('credentials.cancel')}</a>`}
      </div>
    </form>
  `
}

function addFields(view: CredentialsView): Child {
  const { t } = view.frame.words
  const { host = '', username = '' } = view.given ?? {}
  return [
    field(view, 'host', { value: host, hint: t('credentials.hostHint'), required: true }),
    field(view, 'username', { value: username, required: true }),
    field(view, 'password', { hint: t('credentials.passwordHint'), required: true }),
  ]
}

function changeFields(view: CredentialsView, { host, username = '' }: SiteCredential): Child {
  return [
    html`<input type="hidden" name="site_credential[host]" value="${host}" />`,
    field(view, 'username', { value: view.given?.username ?? username, required: true }),
    field(view, 'password', { hint: view.frame.words.t('credentials.passwordKept') }),
  ]
}

function field(view: CredentialsView, name: CredentialField, more: Partial<FormField>): Html {
  const { t } = view.frame.words
  return formField({
    id: `site_credential_${name}`,
    name: `site_credential[${name}]`,
    label: t(`credentials.${name}`),
    type: name === 'password' ? 'password' : 'text',
    // `new-password` stops browsers from filling in the user's own password for Dogear.
    autocomplete: name === 'password' ? 'new-password' : 'off',
    ...more,
    ...(view.refused === name && { error: errorText(view, name) }),
  })
}

function errorText({ credentials, frame }: CredentialsView, name: CredentialField): string {
  const isFull = name === 'host' && credentials.length >= MAX_HOSTS
  return frame.words.t(isFull ? 'credentials.errors.full' : `credentials.errors.${name}`, { count: MAX_HOSTS })
}

function item({ csrfToken, frame: { words } }: CredentialsView, { host, username }: SiteCredential): Html {
  const { t } = words
  return html`
    <li class="row row-wide">
      <div class="row-text"><code>${host}</code> <bdi>${username ?? t('credentials.otherKey')}</bdi></div>
      <div class="row-links">
        <a class="button-quiet" href="/site-credentials/?host=${host}">
          ${t('credentials.change')}
          <span class="unseen">: ${host}</span>
        </a>
        <form action="/site-credentials/delete" method="post">
          <input type="hidden" name="token" value="${csrfToken}" />
          <input type="hidden" name="host" value="${host}" />
          <button class="button-quiet button-danger">
            ${t('credentials.deleteCredential')}
            <span class="unseen">: ${host}</span>
          </button>
        </form>
      </div>
    </li>
  `
}
