import { requireId } from '../../kernel/parse-id.ts'
import type { ReadLong } from '../../db/long-reads.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { sentText, type FormFields } from '../../kernel/form-body.ts'
import { callerOf } from '../../security-events/caller.ts'
import type { EventKind } from '../../security-events/event-kinds.ts'
import { findAccount, type Account } from '../../users/administration/list-accounts.ts'
import type { CloseAccountDeps } from '../../users/administration/close-account.ts'
import { checkReauthentication, sentProof, type CheckReauthenticationDeps } from '../security/check-reauthentication.ts'
import type { ReauthenticationError } from '../security/reauthentication-form.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { sessionOf, localizationFor, frameFor, type WebContext } from '../web-context.ts'
import { setEnabled, setAdministrator } from '../../users/administration/administer-user.ts'
import { removeSecondFactor } from '../../users/second-factor/second-factor.ts'
import { closeAccount } from '../../users/administration/close-account.ts'
import { measureLimits } from '../../users/quota/find-limits.ts'
import { setQuota } from '../../users/quota/quota.repository.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'
import { readQuotaForm, type SentQuota } from './quota-form.ts'
import { userPage } from './user.page.ts'
import { wrongFields } from '../../users/account-input.ts'
import { addressSecretRenewal, type RenewAddressSecretsDeps } from '../../entries/renew-address-secrets.ts'
import { changePassword } from '../../users/passwords/change-password.ts'
import { findUser } from '../../users/user.repository.ts'
import { pageResponse, type WebResponse } from '../web-response.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'
import { redirectWithNotice } from '../redirect-with-notice.ts'

export interface UserRoutesDeps
  extends WebContext, CheckReauthenticationDeps, CloseAccountDeps, RenewAddressSecretsDeps {
  readonly readLong: ReadLong
}

type UserRequest = ServerRequest<{ readonly id: string }>

/** An administrator's request to change an account. */
interface Change {
  readonly request: UserRequest
  readonly account: Account
  readonly fields: FormFields
}

const PATH = '/admin/users/:id'

/** Adds the page of one account and its forms. Administrators change their own account in the settings instead. */
export function addUserRoutes(routes: ServerRoutes, deps: UserRoutesDeps): void {
  routes.get(PATH, async (request) => show(deps, { request, account: await accountOf(deps, request) }))
  const post = (name: string, work: (deps: UserRoutesDeps, change: Change) => Promise<WebResponse>) =>
    routes.post(`${PATH}/${name}`, async (request) => {
      const { fields } = checkedForm(deps, request)
      const account = await accountOf(deps, request)
      if (account.id === sessionOf(request).user.id)
        throw new AppError('forbidden', 'administrators cannot change their own account here')
      return work(deps, { request, account, fields })
    })
  post('enabled', changeEnabled)
  post('administrator', changeAdministrator)
  post('password', setPassword)
  post('factor-off', switchFactorOff)
  post('delete', deleteUser)
  post('quota', changeQuota)
}

/**
 * @returns the account whose id is in the address
 * @throws AppError `not_found` if there is none
 */
async function accountOf({ readLong }: UserRoutesDeps, { params }: UserRequest): Promise<Account> {
  const account = await findAccount(readLong, requireId(params.id, 'user'))
  if (!account) throw notFound('user')
  return account
}

/**
 * Enables or disables an account. Disabling requires the administrator's password, because it also ends all sessions of
 * the account.
 */
async function changeEnabled(deps: UserRoutesDeps, change: Change): Promise<WebResponse> {
  const { request, account, fields } = change
  const isEnabled = fields.get('enabled') === '1'
  const refused = account.isEnabled && !isEnabled ? await reauthenticationError(deps, change, 'enabled') : undefined
  if (refused) return show(deps, change, refused)
  await setEnabled(deps, account.id, isEnabled)
  if (account.isEnabled !== isEnabled)
    await recordSecurityEvent(deps, change, isEnabled ? 'user-let-in' : 'user-shut-out')
  const { t } = localizationFor(request)
  return redirectToUser(request, account, t(`admin.user.access.done.${isEnabled ? 'on' : 'off'}`))
}

async function changeAdministrator(deps: UserRoutesDeps, change: Change): Promise<WebResponse> {
  const { request, account, fields } = change
  const isAdmin = fields.get('administrator') === '1'
  const refused = account.isAdmin === isAdmin ? undefined : await reauthenticationError(deps, change, 'administrator')
  if (refused) return show(deps, change, refused)
  await setAdministrator(deps, account.id, isAdmin)
  const kind = isAdmin ? 'administrator-made' : 'administrator-unmade'
  if (account.isAdmin !== isAdmin) await recordSecurityEvent(deps, change, kind)
  const { t } = localizationFor(request)
  return redirectToUser(request, account, t(`admin.user.administrator.done.${isAdmin ? 'on' : 'off'}`))
}

async function changeQuota(deps: UserRoutesDeps, { request, account, fields }: Change): Promise<WebResponse> {
  const { sent, quota } = readQuotaForm(fields)
  if (!quota) return show(deps, { request, account }, undefined, sent)
  await ownerTransaction(deps.database, account.id, (tx) => setQuota(tx, account.id, quota))
  return redirectToUser(request, account, localizationFor(request).t('admin.user.quota.done'))
}

async function setPassword(deps: UserRoutesDeps, change: Change): Promise<WebResponse> {
  const { request, account, fields } = change
  const { t } = localizationFor(request)
  const password = sentText(fields, 'new') ?? ''
  if (wrongFields({ username: account.username, email: '', password }).includes('password')) {
    const refused = { form: 'password', field: 'new', message: t('account.wrong.password') }
    return show(deps, change, refused)
  }
  const refused = await reauthenticationError(deps, change, 'password')
  if (refused) return show(deps, change, refused)
  const user = await deps.database.read((db) => findUser(db, account.id))
  if (!user) throw notFound('user')
  await changePassword(deps, user, password, addressSecretRenewal(deps))
  await recordSecurityEvent(deps, change, 'password-changed')
  return redirectToUser(request, account, t('admin.user.password.done'))
}

async function switchFactorOff(deps: UserRoutesDeps, change: Change): Promise<WebResponse> {
  const { request, account } = change
  const refused = await reauthenticationError(deps, change, 'factor-off')
  if (refused) return show(deps, change, refused)
  await removeSecondFactor(deps, account.id)
  await recordSecurityEvent(deps, change, 'second-factor-off')
  return redirectToUser(request, account, localizationFor(request).t('admin.user.factor.done'))
}

async function deleteUser(deps: UserRoutesDeps, change: Change): Promise<WebResponse> {
  const { request, account } = change
  const refused = await reauthenticationError(deps, change, 'delete')
  if (refused) return show(deps, change, refused)
  await closeAccount(deps, account.id)
  await recordSecurityEvent(deps, change, 'user-deleted')
  return redirectWithNotice(request, '/admin/users', localizationFor(request).t('admin.user.delete.done'))
}

/** Records an administrator's action in the security events of the account. */
async function recordSecurityEvent(deps: UserRoutesDeps, { request, account }: Change, kind: EventKind): Promise<void> {
  const event = { kind, userId: account.id, actor: sessionOf(request).user.id }
  await deps.securityEvents.record(callerOf(request), event)
}

/**
 * Checks the administrator's own password.
 * @returns the refused form with an error message; undefined if the password is right
 */
async function reauthenticationError(
  deps: UserRoutesDeps,
  { request, fields }: Change,
  form: string,
): Promise<ReauthenticationError | undefined> {
  const given = { ...callerOf(request), ...sentProof(fields) }
  const field = await checkReauthentication(deps, sessionOf(request), given)
  return field && { form, field, message: localizationFor(request).t(`security.proof.wrong.${field}`) }
}

function redirectToUser(request: UserRequest, { id }: Account, notice: string): WebResponse {
  return redirectWithNotice(request, `/admin/users/${id}`, notice)
}

async function show(
  deps: UserRoutesDeps,
  { request, account }: Omit<Change, 'fields'>,
  refused?: ReauthenticationError,
  refusedQuota?: SentQuota,
): Promise<WebResponse> {
  const { user, csrfToken } = sessionOf(request)
  const limits = await measureLimits(deps, account.id)
  const page = userPage({
    frame: frameFor(deps, request),
    csrfToken,
    account,
    isOwn: account.id === user.id,
    limits,
    ...(refused && { refused }),
    ...(refusedQuota && { refusedQuota }),
  })
  return pageResponse(page, refused || refusedQuota ? 422 : 200)
}
