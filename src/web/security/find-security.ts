import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { listConnections } from '../../oauth/connections.ts'
import { listAppPasswords } from '../../users/app-password.ts'
import { listSessions } from '../../users/list-sessions.ts'
import { countRecoveryCodes, findSecondFactor } from '../../users/second-factor.repository.ts'
import type { Session } from '../../users/session.ts'
import type { SecurityView } from './security.page.ts'

export type FoundSecurity = Pick<SecurityView, 'factor' | 'appPasswords' | 'sessions' | 'connections'>

/** @returns everything that can reach the library of whoever has the session */
export async function findSecurity(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  session: Session,
): Promise<FoundSecurity> {
  const { id } = session.user
  const now = clock.now()
  return database.read(async (db) => {
    const factor = await findSecondFactor(db, id)
    return {
      factor: factor?.isOn ? { since: factor.createdAt, codesLeft: await countRecoveryCodes(db, id) } : undefined,
      appPasswords: await listAppPasswords(db, id),
      sessions: await listSessions(db, session, now),
      connections: await listConnections(db, id, now),
    }
  })
}
