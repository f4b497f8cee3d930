import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import type { Account } from '../../users/administration/list-accounts.ts'
import type { RefusalCount } from '../../security-events/list-events.ts'
import { REGISTRATION_CHOICES, type RegistrationChoice } from '../../users/registration-choice.ts'
import { copyableText } from '../layout/copyable-text.ts'
import { dateText } from '../layout/date-text.ts'
import { icon } from '../layout/icon.ts'
import type { PageFrame } from '../layout/layout.ts'
import { pager } from '../lists/pager.ts'
import { radioGroup } from '../settings/radio-group.ts'
import { settingsSection } from '../settings/settings-layout.ts'
import type { Localization } from '../layout/localization.ts'
import { adminLayout } from './admin-layout.ts'

export interface UsersView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly accounts: readonly Account[]
  readonly total: number
  /** search text, a part of a username or e-mail address; empty if all accounts are listed */
  readonly text: string
  /** number of the page, from 1 */
  readonly page: number
  readonly pages: number
  readonly isRegistrationOpen: boolean
  /** the administrator's choice about registration; `setting` means that DOGEAR_REGISTRATION decides */
  readonly registration: RegistrationChoice
  /** the identity provider of the settings, and the address to register there */
  readonly provider?: { readonly issuer: string; readonly redirectAddress: string }
  /** numbers of refused attempts in the last seven days, by kind, such as wrong passwords */
  readonly refusals: readonly RefusalCount[]
}

/**
 * @returns the page that lists all accounts. It also lets administrators choose whether visitors may create accounts.
 */
export function usersPage(view: UsersView): Html {
  const { t } = view.frame.words
  return adminLayout({
    frame: view.frame,
    title: t('admin.users.title'),
    lead: t('admin.users.lead'),
    page: 'users',
    main: [usersSection(view), registrationSection(view), providerSection(view), refusalsSection(view)],
  })
}

function usersSection(view: UsersView): Html {
  const { accounts, text, page, pages, total, frame } = view
  const { t } = frame.words
  const href = (number: number) => `/admin/users?${new URLSearchParams({ q: text, page: String(number) }).toString()}`
  return html`
    <section class="setting" id="users" aria-label="${t('admin.users.title')}">
      <div class="admin-tools">
        ${searchForm(text, t)}
        <a class="button" href="/admin/users/create">${t('admin.users.create')}</a>
      </div>
      <p class="meta" role="status">
        ${text === '' ? t('admin.users.count', { count: total }) : t('admin.users.found', { count: total })}
      </p>
      ${
        accounts.length > 0 &&
        html`<ul class="rows">${accounts.map((account) => accountRow(account, frame.words))}</ul>`
      }
      ${pager({ t, href, page, pages })}
    </section>
  `
}

/** @returns the address that the operator must register at the identity provider */
function providerSection({ frame, provider }: UsersView): Child {
  if (!provider) return null
  const { t } = frame.words
  return settingsSection({
    id: 'provider',
    title: t('admin.provider.title'),
    lead: t('admin.provider.lead', { issuer: provider.issuer }),
    body: html`<p>${copyableText(provider.redirectAddress, t)}</p>`,
  })
}

function searchForm(text: string, t: Localization['t']): Html {
  return html`
    <form class="admin-search" action="/admin/users">
      <label class="unseen" for="user-search">${t('admin.users.search')}</label>
      <input
        id="user-search"
        name="q"
        type="search"
        value="${text}"
        placeholder="${t('admin.users.search')}"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        dir="auto"
      >
      <button class="button button-plain">${t('admin.users.searchSubmit')}</button>
    </form>
  `
}

function accountRow(account: Account, words: Localization): Html {
  const { t } = words
  const { id, username, email, entries, isEnabled } = account
  const facts: readonly Child[] = [
    email !== '' && html`<bdi>${email}</bdi>`,
    html`<span>${t('admin.users.entries', { count: entries })}</span>`,
    lastSeen(account, words),
  ]
  return html`
    <li class="row row-wide">
      ${icon(isEnabled ? 'user-round' : 'user-round-x')}
      <div class="row-text">
        <p class="row-name"><a href="/admin/users/${id}" dir="auto">${username}</a></p>
        <p class="meta">${facts}</p>
      </div>
      ${badges(account, t)}
    </li>
  `
}

/** @returns the time of the user's last connection. The list of accounts and the page of each account show it. */
export function lastSeen({ lastSeenAt }: Pick<Account, 'lastSeenAt'>, words: Localization): Html {
  const { t } = words
  if (lastSeenAt === null) return html`<span>${t('admin.users.neverSeen')}</span>`
  return html`<span>${t('admin.users.lastSeen')} ${dateText(new Date(lastSeenAt), words, 'short')}</span>`
}

/**
 * @returns badges for the states of an account: administrator, second factor, disabled. False if none of these applies.
 */
export function badges({ isAdmin, isEnabled, hasSecondFactor }: Account, t: Localization['t']): Child {
  const shown = [
    isAdmin && html`<span class="badge">${t('admin.users.administrator')}</span>`,
    hasSecondFactor && html`<span class="badge badge-calm">${t('admin.users.factor')}</span>`,
    !isEnabled && html`<span class="badge badge-danger">${t('admin.users.disabled')}</span>`,
  ].filter((one) => one !== false)
  return shown.length > 0 && html`<span class="badges">${shown}</span>`
}

function registrationSection({ frame, csrfToken, isRegistrationOpen, registration }: UsersView): Html {
  const { t } = frame.words
  const options = REGISTRATION_CHOICES.map((value) => ({ value, label: t(`admin.registration.states.${value}`) }))
  const state = isRegistrationOpen ? 'on' : 'off'
  const group = radioGroup({
    name: 'registration',
    legend: t('admin.registration.legend'),
    options,
    current: registration,
  })
  const body = html`
    <form class="form" action="/admin/registration" method="post">
      <input type="hidden" name="token" value="${csrfToken}" />
      ${group}
      <p class="field-hint">${t(`admin.registration.now.${state}`)}</p>
      <button class="button button-plain">${t('admin.save')}</button>
    </form>
  `
  return settingsSection({
    id: 'registration',
    title: t('admin.registration.title'),
    lead: t('admin.registration.lead'),
    body,
  })
}

function refusalsSection({ frame, refusals }: UsersView): Html {
  const { t } = frame.words
  const some = refusals.filter(({ times }) => times > 0)
  const fact = ({ kind, times, accounts }: RefusalCount) =>
    html`
      <div>
        <dt>${t(`events.kinds.${kind}`)}</dt>
        <dd>
          ${t('events.times', { count: times })}${' '}
          <span class="meta">${t('events.refusals.accounts', { count: accounts })}</span>
        </dd>
      </div>
    `
  const none = html`<p class="meta">${t('events.refusals.none')}</p>`
  const download = html`
    <p><a class="button button-plain" href="/admin/events.csv" data-turbo="false">${t('events.downloadAll')}</a></p>
  `
  const list = some.length === 0 ? none : html`<dl class="figures-list">${some.map((one) => fact(one))}</dl>`
  const body = [list, download]
  return settingsSection({ id: 'refusals', title: t('events.refusals.title'), lead: t('events.refusals.lead'), body })
}
