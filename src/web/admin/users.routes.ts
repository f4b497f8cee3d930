import { parsePageNumber } from '../../kernel/parse-id.ts'
import { sentText } from '../../kernel/form-body.ts'
import type { ReadLong } from '../../db/long-reads.ts'
import { callerOf } from '../../security-events/caller.ts'
import type { RefusalCount } from '../../security-events/list-events.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import type { CreateUserDeps } from '../../users/create-user.ts'
import type { IdentityProvider } from '../../users/identities/identity-provider.ts'
import { CALLBACK_PATH } from '../../users/identities/provider-request.ts'
import type { IsRegistrationOpen } from '../../users/registration-choice.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { formText, sessionOf, localizationFor, frameFor, type WebContext } from '../web-context.ts'
import type { NewUserView } from './new-user.page.ts'
import { setRegistration, REGISTRATION_CHOICES, findRegistration } from '../../users/registration-choice.ts'
import { exportEvents } from '../../exports/security-events/export-events.ts'
import { eventsFile } from '../security/events-file.ts'
import { countRefusals } from '../../security-events/list-events.ts'
import { createAccount } from '../sessions/create-account.ts'
import { newUserPage } from './new-user.page.ts'
import { usersPage } from './users.page.ts'
import { listAccounts, ACCOUNTS_PER_PAGE } from '../../users/administration/list-accounts.ts'
import { pageResponse, type WebResponse } from '../web-response.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'
import { redirectWithNotice } from '../redirect-with-notice.ts'

export interface UsersRoutesDeps extends WebContext, CreateUserDeps, SecurityEventsUser {
  readonly readLong: ReadLong
  readonly isRegistrationOpen: IsRegistrationOpen
  /** the identity provider of the settings */
  readonly provider?: IdentityProvider
}

interface UsersQuery {
  readonly q?: unknown
  readonly page?: unknown
}

/** Adds the list of all accounts, the form that creates one, and the choice about registration. */
export function addUsersRoutes(routes: ServerRoutes, deps: UsersRoutesDeps): void {
  routes.get('/admin/users', (request) => showUsers(deps, request, request.query))
  routes.get('/admin/events.csv', async () => {
    await deps.securityEvents.flush()
    return eventsFile(exportEvents(deps.database))
  })
  routes.get('/admin/users/create', (request) => showNew(deps, request, { values: {}, errors: {} }))
  routes.post('/admin/users/create', (request) => create(deps, request))
  routes.post('/admin/registration', async (request) => {
    const caller = callerOf(request)
    const given = formText(checkedForm(deps, request).fields, 'registration')
    const choice = REGISTRATION_CHOICES.find((one) => one === given) ?? 'off'
    await setRegistration(deps, choice)
    const event = { kind: 'registration-set', actor: sessionOf(request).user.id } as const
    await deps.securityEvents.record(caller, event)
    return redirectWithNotice(request, '/admin/users', localizationFor(request).t(`admin.registration.done.${choice}`))
  })
}

async function showUsers(deps: UsersRoutesDeps, request: ServerRequest, query: UsersQuery): Promise<WebResponse> {
  const text = typeof query.q === 'string' ? query.q.slice(0, 180).replaceAll('\0', '').trim() : ''
  const page = parsePageNumber(query.page) ?? 1
  const [{ accounts, total }, isRegistrationOpen, registration, refusals] = await Promise.all([
    listAccounts(deps.readLong, { text, page }),
    deps.isRegistrationOpen(),
    findRegistration(deps.database),
    findRefusals(deps),
  ])
  const frame = frameFor(deps, request)
  const { csrfToken } = sessionOf(request)
  const pages = Math.max(1, Math.ceil(total / ACCOUNTS_PER_PAGE))
  const view = { frame, csrfToken, accounts, total, text, page, pages, isRegistrationOpen, registration, refusals }
  const { provider, baseUrl } = deps
  const shown = provider && { issuer: provider.issuer, redirectAddress: baseUrl + CALLBACK_PATH }
  return pageResponse(usersPage({ ...view, ...(shown && { provider: shown }) }))
}

const WEEK_MS = 7 * 86_400_000

async function findRefusals({ database, clock, securityEvents }: UsersRoutesDeps): Promise<readonly RefusalCount[]> {
  await securityEvents.flush()
  return database.read((db) => countRefusals(db, new Date(clock.now().getTime() - WEEK_MS).toISOString()))
}

async function create(deps: UsersRoutesDeps, request: ServerRequest): Promise<WebResponse> {
  const caller = callerOf(request)
  const { fields } = checkedForm(deps, request)
  const [username, email] = [formText(fields, 'username'), formText(fields, 'email')]
  const { t } = localizationFor(request)
  const input = { username, email, password: sentText(fields, 'password') ?? '' }
  const outcome = await createAccount(deps, input, { isEmailNeeded: false, isAdmin: false }, t)
  if (outcome.kind === 'refused') return showNew(deps, request, { values: input, errors: outcome.errors })
  const event = { kind: 'user-made', userId: outcome.user.id, actor: sessionOf(request).user.id } as const
  await deps.securityEvents.record(caller, event)
  return redirectWithNotice(request, `/admin/users/${outcome.user.id}`, t('admin.users.created'))
}

async function showNew(
  deps: UsersRoutesDeps,
  request: ServerRequest,
  view: Pick<NewUserView, 'values' | 'errors'>,
): Promise<WebResponse> {
  const frame = frameFor(deps, request)
  const status = Object.keys(view.errors).length > 0 ? 422 : 200
  return pageResponse(newUserPage({ frame, csrfToken: sessionOf(request).csrfToken, ...view }), status)
}
