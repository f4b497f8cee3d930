import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import type { Account } from '../../users/administration/list-accounts.ts'
import { dateText } from '../layout/date-text.ts'
import { formField } from '../forms/form-field.ts'
import type { PageFrame } from '../layout/layout.ts'
import { reauthenticationForm, type ReauthenticationError } from '../security/reauthentication-form.ts'
import type { Limits } from '../settings/limits-section.ts'
import { collapsibleSection } from '../settings/collapsible-section.ts'
import { settingsSection } from '../settings/settings-layout.ts'
import { adminButton } from './admin-button.ts'
import { adminLayout } from './admin-layout.ts'
import { quotaForm, type SentQuota } from './quota-form.ts'
import { badges, lastSeen } from './users.page.ts'

export interface UserView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly account: Account
  /** true if the account belongs to the administrator who is viewing the page */
  readonly isOwn: boolean
  readonly limits: Limits
  /** limits that were refused */
  readonly refusedQuota?: SentQuota
  /** the form that the administrator submitted with a wrong password, and its error message */
  readonly refused?: ReauthenticationError
}

/** @returns the page of one account, with the forms that administrators use to change it */
export function userPage(view: UserView): Html {
  const { frame, account, isOwn } = view
  const { t } = frame.words
  const own = html`
    <p class="setting">${t('admin.user.own')} <a href="/config/security">${t('admin.user.ownLink')}</a></p>
  `
  const sections = [
    accessSection(view),
    quotaSection(view),
    administratorSection(view),
    passwordSection(view),
    account.hasSecondFactor && factorSection(view),
    deletionSection(view),
  ]
  return adminLayout({
    frame,
    title: account.username,
    above: html`<p class="eyebrow"><a href="/admin/users">${t('admin.user.back')}</a></p>`,
    below: [facts(view), badges(account, t)],
    page: 'users',
    main: isOwn ? own : sections,
  })
}

function facts({ frame: { words }, account }: UserView): Html {
  const { t } = words
  return html`
    <p class="meta">
      ${account.email !== '' && html`<bdi>${account.email}</bdi>`}
      <span>${t('admin.users.entries', { count: account.entries })}</span>
      <span>${t('admin.user.since')} ${dateText(new Date(account.createdAt), words, 'short')}</span>
      ${lastSeen(account, words)}
    </p>
  `
}

function accessSection(view: UserView): Html {
  const { frame, csrfToken, account } = view
  const { t } = frame.words
  const state = account.isEnabled ? 'enabled' : 'disabled'
  const label = t(`admin.user.access.submit.${state}`)
  const letIn = { action: `/admin/users/${account.id}/enabled`, csrfToken, label, about: account.username } as const
  const body = account.isEnabled
    ? adminProofForm(view, 'enabled', label, hidden('enabled', '0'))
    : adminButton({ ...letIn, field: ['enabled', '1'], variant: 'plain' })
  return settingsSection({
    id: 'access',
    title: t('admin.user.access.title'),
    lead: t(`admin.user.access.lead.${state}`),
    body,
  })
}

function quotaSection({ frame, csrfToken, account, limits, refusedQuota: refused }: UserView): Html {
  const { t } = frame.words
  const action = `/admin/users/${account.id}/quota`
  return settingsSection({
    id: 'quota',
    title: t('admin.user.quota.title'),
    lead: t('admin.user.quota.lead'),
    body: quotaForm({ action, csrfToken, limits, ...(refused && { refused }) }, t),
  })
}

function administratorSection(view: UserView): Html {
  const { frame, account } = view
  const { t } = frame.words
  const state = account.isAdmin ? 'on' : 'off'
  const field = hidden('administrator', account.isAdmin ? '0' : '1')
  const body = adminProofForm(view, 'administrator', t(`admin.user.administrator.submit.${state}`), field)
  return settingsSection({
    id: 'administrator',
    title: t('admin.user.administrator.title'),
    lead: t(`admin.user.administrator.lead.${state}`),
    body,
  })
}

function passwordSection(view: UserView): Html {
  const { t } = view.frame.words
  const error = view.refused?.form === 'password' && view.refused.field === 'new' ? view.refused.message : undefined
  const field = formField({
    id: 'new-password',
    name: 'new',
    label: t('admin.user.password.new'),
    type: 'password',
    autocomplete: 'new-password',
    hint: t('setup.passwordHint'),
    required: true,
    ...(error !== undefined && { error }),
  })
  return settingsSection({
    id: 'password',
    title: t('admin.user.password.title'),
    lead: t('admin.user.password.lead'),
    body: adminProofForm(view, 'password', t('admin.user.password.submit'), field),
  })
}

function factorSection(view: UserView): Html {
  const { t } = view.frame.words
  return settingsSection({
    id: 'factor-off',
    title: t('admin.user.factor.title'),
    lead: t('admin.user.factor.lead'),
    body: adminProofForm(view, 'factor-off', t('admin.user.factor.submit')),
  })
}

function deletionSection(view: UserView): Html {
  const { t } = view.frame.words
  const { username, entries } = view.account
  const warning = html`<p class="field-error">${t('admin.user.delete.warning', { count: entries })}</p>`
  return settingsSection({
    id: 'delete',
    title: t('admin.user.delete.title'),
    lead: t('admin.user.delete.lead'),
    body: adminProofForm(view, 'delete', t('admin.user.delete.submit', { name: username }), warning),
    isDangerous: true,
  })
}

const hidden = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}" />`

/** Names of the forms in which administrators must enter their own password. */
type FormName = 'enabled' | 'administrator' | 'password' | 'factor-off' | 'delete'

/**
 * @returns a form with a field for the administrator's own password. The form is collapsed at first, and open after a
 *   wrong password.
 */
function adminProofForm(view: UserView, name: FormName, submit: string, more?: Child): Html {
  const { frame, csrfToken, account, refused } = view
  const action = `/admin/users/${account.id}/${name}`
  const proof = {
    name,
    action,
    csrfToken,
    fields: ['password'],
    more,
    submit,
    refused,
    isDangerous: name === 'delete',
  } as const
  return collapsibleSection(submit, reauthenticationForm(proof, frame), refused?.form === name)
}
