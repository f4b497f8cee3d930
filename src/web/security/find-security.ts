import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { listConnections } from '../../oauth/connections.ts'
import { listEvents } from '../../security-events/list-events.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import { listAppPasswords } from '../../users/passwords/app-password.ts'
import { listSessions } from '../../users/sessions/list-sessions.ts'
import { countRecoveryCodes, findSecondFactor } from '../../users/second-factor/second-factor.repository.ts'
import type { Session } from '../../users/sessions/session.ts'
import type { SecurityView } from './security.page.ts'

export type FoundSecurity = Pick<SecurityView, 'factor' | 'appPasswords' | 'sessions' | 'connections' | 'events'>

export interface FindSecurityDeps extends SecurityEventsUser {
  readonly database: Database
  readonly clock: Clock
}

/** @returns everything that can reach the library of whoever has the session, and what happened lately */
export async function findSecurity(
  { database, clock, securityEvents }: FindSecurityDeps,
  session: Session,
): Promise<FoundSecurity> {
  const { id } = session.user
  const now = clock.now()
  await securityEvents.settle()
  return database.read(async (db) => {
    const factor = await findSecondFactor(db, id)
    return {
      factor: factor?.isOn ? { since: factor.createdAt, codesLeft: await countRecoveryCodes(db, id) } : undefined,
      appPasswords: await listAppPasswords(db, id),
      sessions: await listSessions(db, session, now),
      connections: await listConnections(db, id, now),
      events: (await listEvents(db, id, 1)).events,
    }
  })
}
