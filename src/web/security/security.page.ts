import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import type { Connection } from '../../oauth/connections.ts'
import { OAUTH_PATHS } from '../../oauth/server-metadata.ts'
import type { ListedEvent } from '../../security-events/list-events.ts'
import type { AppPassword } from '../../users/passwords/app-password.ts'
import type { ListedSession } from '../../users/sessions/list-sessions.ts'
import { dateText } from '../layout/date-text.ts'
import { formField } from '../forms/form-field.ts'
import { icon } from '../layout/icon.ts'
import { collapsibleSection } from '../settings/collapsible-section.ts'
import { settingsLayout, settingsSection } from '../settings/settings-layout.ts'
import type { Localization } from '../layout/localization.ts'
import { activitySection } from './activity.page.ts'
import { accessText, limitFields, type AppPasswordLimits } from './app-password-limits.ts'
import { identitiesSection, type IdentitiesView } from '../identities/identities.page.ts'
import { passkeysSection, type PasskeysView } from '../passkeys/passkeys.page.ts'
import { browserName } from './browser-name.ts'
import { reauthenticationForm, type ReauthenticationError } from './reauthentication-form.ts'

export interface SecurityView extends PasskeysView, IdentitiesView {
  /** the second factor; undefined if it is not active */
  readonly factor: { readonly since: string; readonly codesLeft: number } | undefined
  readonly appPasswords: readonly AppPassword[]
  readonly sessions: readonly ListedSession[]
  readonly connections: readonly Connection[]
  /** the latest security events, newest first */
  readonly events: readonly ListedEvent[]
  /** the current time */
  readonly now: Date
  /** a refused form; `appName` and `limits` are those of the new app password, as submitted */
  readonly refused?: ReauthenticationError & { readonly appName?: string; readonly limits?: AppPasswordLimits }
}

const PATH = '/config/security'

/**
 * @returns the security page. It lists everything that has access to the viewer's library, with the forms that end the
 *   access.
 */
export function securityPage(view: SecurityView): Html {
  const { t } = view.frame.words
  const main = [
    passkeysSection(view),
    factorSection(view),
    passwordSection(view),
    identitiesSection(view),
    sessionsSection(view),
    appsSection(view),
    connectionsSection(view),
    activitySection(view.events, view.frame.words),
  ]
  return settingsLayout({
    frame: view.frame,
    title: t('security.title'),
    lead: t('security.lead'),
    page: 'security',
    main,
  })
}

function factorSection({ frame: { words }, csrfToken, factor }: SecurityView): Html {
  const { t } = words
  const on =
    factor &&
    html`
      <p class="setting-state">
        ${icon('shield-check')}
        <span>${t('security.factor.on')} ${dateText(new Date(factor.since), words, 'short')}</span>
      </p>
      <p class="${factor.codesLeft < 3 ? 'field-error' : 'meta'}">
        ${t('security.factor.codesLeft', { count: factor.codesLeft })}
      </p>
      <p><a class="button button-plain" href="${PATH}/second-factor">${t('security.factor.manage')}</a></p>
    `
  const off = html`
    <form action="${PATH}/second-factor/start" method="post">
      <input type="hidden" name="token" value="${csrfToken}" />
      <button class="button">${t('security.factor.setUp')}</button>
    </form>
  `
  return settingsSection({
    id: 'second-factor',
    title: t('security.factor.title'),
    lead: t('security.factor.lead'),
    body: on ?? off,
  })
}

function passwordSection({
  frame: {
    words: { t },
  },
}: SecurityView): Html {
  const body = html`
    <p>
      <a class="button button-plain" href="/config?open=password#set-change_passwd">
        ${t('security.password.change')}
      </a>
    </p>
  `
  return settingsSection({ id: 'password', title: t('security.password.title'), lead: t('config.passwordHint'), body })
}

function sessionsSection({ frame: { words }, csrfToken, sessions }: SecurityView): Html {
  const { t } = words
  const others =
    sessions.length > 1 &&
    html`
      <form action="${PATH}/sessions/end-others" method="post">
        <input type="hidden" name="token" value="${csrfToken}" />
        <button class="button-quiet button-danger">${t('security.sessions.endOthers')}</button>
      </form>
    `
  const body = html`<ul class="rows">${sessions.map((session) => sessionRow(session, csrfToken, words))}</ul>${others}`
  return settingsSection({
    id: 'sessions',
    title: t('security.sessions.title'),
    lead: t('security.sessions.lead'),
    body,
  })
}

function sessionRow(session: ListedSession, csrfToken: string, words: Localization): Html {
  const { t } = words
  const { browser, system, isPhone } = browserName(session.userAgent)
  const name = t('security.sessions.name', {
    browser: browser || t('security.sessions.unknownBrowser'),
    system: system || t('security.sessions.unknownSystem'),
  })
  const end = session.isThis
    ? html`<span class="badge">${t('security.sessions.this')}</span>`
    : html`
      <form action="${PATH}/sessions/end" method="post">
        <input type="hidden" name="token" value="${csrfToken}" />
        <input type="hidden" name="session" value="${session.id}" />
        <button class="button-quiet button-danger">
          ${t('security.sessions.end')}
          <span class="unseen">: ${name}</span>
        </button>
      </form>
    `
  const facts = [
    html`<bdi>${session.address}</bdi>`,
    html`<span>${t('security.sessions.since')} ${dateText(new Date(session.createdAt), words, 'short')}</span>`,
    html`<span>${t('security.lastUsed')} ${dateText(new Date(session.lastUsedAt), words, 'short')}</span>`,
  ]
  return row({ icon: isPhone ? 'smartphone' : 'monitor', name, facts, action: end })
}

function appsSection(view: SecurityView): Html {
  const { appPasswords, factor, refused, csrfToken } = view
  const { t } = view.frame.words
  const error = refused?.form === 'app' && refused.field === 'name' ? refused.message : undefined
  const name = formField({
    id: 'app-name',
    name: 'name',
    label: t('security.apps.name'),
    type: 'text',
    autocomplete: 'off',
    hint: t('security.apps.nameHint'),
    required: true,
    ...(refused?.appName !== undefined && { value: refused.appName }),
    ...(error !== undefined && { error }),
  })
  const form = reauthenticationForm(
    {
      name: 'app',
      action: `${PATH}/app-passwords`,
      csrfToken,
      fields: ['password'],
      more: [name, limitFields(refused?.limits, t)],
      submit: t('security.apps.create'),
      refused,
    },
    view.frame,
  )
  const body = [
    appPasswords.length > 0 && html`<ul class="rows">${appPasswords.map((one) => appRow(one, view))}</ul>`,
    html`<p><a href="/connect">${t('connect.title')}</a></p>`,
    collapsibleSection(t('security.apps.add'), form, refused?.form === 'app'),
  ]
  const lead = factor ? t('security.apps.leadOn') : t('security.apps.leadOff')
  return settingsSection({ id: 'app-passwords', title: t('security.apps.title'), lead, body })
}

function appRow(appPassword: AppPassword, { frame: { words }, csrfToken, now }: SecurityView): Html {
  const { t } = words
  const { id, name, createdAt, lastUsedAt, scopes } = appPassword
  const used =
    lastUsedAt === null
      ? html`<span>${t('security.neverUsed')}</span>`
      : html`<span>${t('security.lastUsed')} ${dateText(new Date(lastUsedAt), words, 'short')}</span>`
  const facts = [
    html`<span>${accessText(scopes, t)}</span>`,
    html`<span>${t('security.apps.since')} ${dateText(new Date(createdAt), words, 'short')}</span>`,
    used,
    expiryText(appPassword, words, now),
  ]
  const action = html`
    <form action="${PATH}/app-passwords/delete" method="post">
      <input type="hidden" name="token" value="${csrfToken}" />
      <input type="hidden" name="id" value="${id}" />
      <button class="button-quiet button-danger">
        ${t('security.apps.remove')}
        <span class="unseen">: ${name}</span>
      </button>
    </form>
  `
  return row({ icon: 'key-round', name, facts, action })
}

function expiryText({ expiresAt }: AppPassword, words: Localization, now: Date): Child {
  if (expiresAt === null) return null
  if (expiresAt <= now.toISOString()) return html`<span class="field-error">${words.t('security.apps.expired')}</span>`
  return html`<span>${words.t('security.apps.expires')} ${dateText(new Date(expiresAt), words, 'short')}</span>`
}

function connectionsSection({ frame: { words }, csrfToken, connections }: SecurityView): Html {
  const { t } = words
  const rows = connections.map(({ clientId, name, scopes, tokens, lastTokenAt }) =>
    row({
      icon: 'app-window',
      name,
      facts: [
        html`<span>${accessText(scopes, t)}</span>`,
        html`<span>${t('security.clients.tokens', { count: tokens })}</span>`,
        html`<span>${t('security.lastUsed')} ${dateText(new Date(lastTokenAt), words, 'short')}</span>`,
      ],
      action: html`
        <form action="${PATH}/clients/revoke" method="post">
          <input type="hidden" name="token" value="${csrfToken}" />
          <input type="hidden" name="client" value="${clientId}" />
          <button class="button-quiet button-danger">
            ${t('security.clients.revoke')}
            <span class="unseen">: ${name}</span>
          </button>
        </form>
      `,
    }),
  )
  const body =
    connections.length === 0
      ? html`<p class="meta">${t('security.clients.none')}</p>`
      : html`<ul class="rows">${rows}</ul>`
  const device = html`<p><a href="${OAUTH_PATHS.devicePage}">${t('security.clients.device')}</a></p>`
  return settingsSection({
    id: 'clients',
    title: t('security.clients.title'),
    lead: t('security.clients.lead'),
    body: [body, device],
  })
}

interface Row {
  readonly icon: string
  readonly name: string
  readonly facts: readonly Child[]
  readonly action: Child
}

function row({ icon: name, name: title, facts, action }: Row): Html {
  return html`
    <li class="row">
      ${icon(name)}
      <div class="row-text">
        <p class="row-name" dir="auto">${title}</p>
        <p class="meta">${facts}</p>
      </div>
      ${action}
    </li>
  `
}
