import { parsePageNumber, requireId } from '../../kernel/parse-id.ts'
import type { ClientId } from '../../kernel/branded-ids.ts'
import { notFound } from '../../kernel/errors.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { formText, sessionOf, frameFor } from '../web-context.ts'
import { addAppPasswordRoutes } from './app-password.routes.ts'
import { addIdentityRoutes } from '../identities/identities.routes.ts'
import { addPasskeyRoutes } from '../passkeys/passkeys.routes.ts'
import { addSecondFactorRoutes } from './second-factor.routes.ts'
import { recordOwnEvent } from './record-own-event.ts'
import { redirectToSecurity, type SecurityRoutesDeps } from './redirect-to-security.ts'
import { showSecurity } from './show-security.ts'
import { endListedSession, endOtherSessions } from '../../users/sessions/list-sessions.ts'
import { revokeConnection } from '../../oauth/connections.ts'
import { listEvents, EVENTS_PER_PAGE } from '../../security-events/list-events.ts'
import { exportEvents } from '../../exports/security-events/export-events.ts'
import { eventsFile } from './events-file.ts'
import { activityPage } from './activity.page.ts'
import { pageResponse, type WebResponse } from '../web-response.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'

const PATH = '/config/security'

/** Adds the security page and its actions on sessions, apps and passwords. */
export function addSecurityRoutes(routes: ServerRoutes, deps: SecurityRoutesDeps): void {
  routes.get(PATH, (request) => showSecurity(deps, request))
  routes.get(`${PATH}/activity`, (request) => showActivity(deps, request))
  routes.get(`${PATH}/activity.csv`, async (request) => {
    await deps.securityEvents.flush()
    return eventsFile(exportEvents(deps.database, sessionOf(request).user.id))
  })
  routes.post(`${PATH}/sessions/end`, async (request) => {
    const { fields } = checkedForm(deps, request)
    const isDeleted = await endListedSession(deps, sessionOf(request), formText(fields, 'session'))
    if (!isDeleted) throw notFound('session')
    await recordOwnEvent(deps, request, 'session-ended')
    return redirectToSecurity(request, 'security.sessions.ended')
  })
  routes.post(`${PATH}/sessions/end-others`, async (request) => {
    checkedForm(deps, request)
    await endOtherSessions(deps, sessionOf(request))
    await recordOwnEvent(deps, request, 'session-ended')
    return redirectToSecurity(request, 'security.sessions.ended')
  })
  routes.post(`${PATH}/clients/revoke`, async (request) => {
    const id = requireId<ClientId>(formText(checkedForm(deps, request).fields, 'client'), 'client')
    if (!(await revokeConnection(deps, sessionOf(request).user.id, id))) throw notFound('client')
    await recordOwnEvent(deps, request, 'token-revoked', id)
    return redirectToSecurity(request, 'security.clients.revoked')
  })
  addPasskeyRoutes(routes, deps)
  addIdentityRoutes(routes, deps)
  addSecondFactorRoutes(routes, deps)
  addAppPasswordRoutes(routes, deps)
}

/**
 * Sends one page of the account's security events. For an invalid page number, it is the first page. A page after the
 * last one is empty.
 */
async function showActivity(deps: SecurityRoutesDeps, request: ServerRequest): Promise<WebResponse> {
  const { page: asked } = request.query
  const page = parsePageNumber(asked) ?? 1
  await deps.securityEvents.flush()
  const { events, total } = await deps.database.read((db) => listEvents(db, sessionOf(request).user.id, page))
  const pages = Math.max(1, Math.ceil(total / EVENTS_PER_PAGE))
  return pageResponse(activityPage({ frame: frameFor(deps, request), events, page, pages, days: deps.eventDays }))
}
