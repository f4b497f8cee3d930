import { sessionOf, frameFor } from '../web-context.ts'
import type { SecurityRoutesDeps } from './redirect-to-security.ts'
import { securityPage, type SecurityView } from './security.page.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { listConnections } from '../../oauth/connections.ts'
import { listEvents } from '../../security-events/list-events.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import { listAppPasswords } from '../../users/passwords/app-password.ts'
import { findSecondFactor, countRecoveryCodes } from '../../users/second-factor/second-factor.repository.ts'
import { listIdentities } from '../../users/identities/identity.repository.ts'
import { listPasskeys } from '../../users/passkeys/passkey.repository.ts'
import { passkeySite } from '../../users/passkeys/passkey-site.ts'
import { isRecentSignIn } from '../../users/sessions/recent-sign-in.ts'
import { listSessions } from '../../users/sessions/list-sessions.ts'
import type { Session } from '../../users/sessions/session.ts'
import { pageResponse, type WebResponse } from '../web-response.ts'
import type { ServerRequest } from '../server-routes.ts'

/**
 * Sends the security page.
 * @param refused which form of the page was refused, with its error message; absent if none was
 */
export async function showSecurity(
  deps: SecurityRoutesDeps,
  request: ServerRequest,
  refused?: SecurityView['refused'],
): Promise<WebResponse> {
  const session = sessionOf(request)
  const found = await findSecurity(deps, session)
  const frame = frameFor(deps, request)
  const now = deps.clock.now()
  const host = passkeySite(deps.baseUrl)
  const given = {
    now,
    frame,
    host,
    providerName: deps.provider?.name,
    csrfToken: session.csrfToken,
    ...(refused && { refused }),
  }
  const page = securityPage({ ...found, ...given })
  return pageResponse(page, refused ? 422 : 200)
}

type FoundSecurity = Pick<
  SecurityView,
  'passkeys' | 'identities' | 'needsProof' | 'factor' | 'appPasswords' | 'sessions' | 'connections' | 'events'
>

interface FindSecurityDeps extends SecurityEventsUser {
  readonly database: Database
  readonly clock: Clock
}

/** @returns everything that has access to the viewer's library, and the latest security events */
async function findSecurity(
  { database, clock, securityEvents }: FindSecurityDeps,
  session: Session,
): Promise<FoundSecurity> {
  const { id } = session.user
  const now = clock.now()
  await securityEvents.flush()
  return database.read(async (db) => {
    const factor = await findSecondFactor(db, id)
    return {
      passkeys: await listPasskeys(db, id),
      identities: await listIdentities(db, id),
      needsProof: !(await isRecentSignIn(db, session, now)),
      factor: factor?.isOn ? { since: factor.createdAt, codesLeft: await countRecoveryCodes(db, id) } : undefined,
      appPasswords: await listAppPasswords(db, id),
      sessions: await listSessions(db, session, now),
      connections: await listConnections(db, id, now),
      events: (await listEvents(db, id, 1)).events,
    }
  })
}
