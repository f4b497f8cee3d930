import type { Database } from '../../db/database.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Caller } from '../../security-events/caller.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import { readScopes, type AppScope } from '../../users/passwords/app-scopes.ts'
import { keptUntil } from '../apps/kept-until.ts'
import { appOf, connectApp } from '../apps/registered-app.repository.ts'
import type { RegisteredApp } from '../apps/registered-app.ts'
import { findUndecided, storeDecision } from './device-code.repository.ts'
import { readUserCode, shownUserCode } from './user-code.ts'

export interface DecideDeviceDeps extends SecurityEventsUser {
  readonly database: Database
  readonly clock: Clock
  readonly wrongDeviceCodesPerUser: Throttle
}

/** The sign-in of a device, which the user has to decide. */
export interface PendingDevice {
  readonly app: RegisteredApp
  readonly scopes: readonly AppScope[]
  /** the code that the device shows, such as `WDJB-MJHT` */
  readonly userCode: string
}

/**
 * @param text a code as the user has typed it
 * @returns undefined if no device waits with this code
 * @throws AppError `too_many_requests` after too many wrong codes of the user
 */
export async function findPendingDevice(
  { database, clock, wrongDeviceCodesPerUser }: DecideDeviceDeps,
  user: UserId,
  text: string,
): Promise<PendingDevice | undefined> {
  const key = String(user)
  await wrongDeviceCodesPerUser.check(key)
  const code = readUserCode(text)
  const found = await database.read(async (db) => {
    const row = code === undefined ? undefined : await findUndecided(db, code, clock.now().toISOString())
    return row && { app: await appOf(db, row.app_id), row }
  })
  if (!found) {
    await wrongDeviceCodesPerUser.take(key)
    return undefined
  }
  const { app, row } = found
  return { app, scopes: readScopes(row.scopes), userCode: shownUserCode(row.user_code) }
}

interface DeviceDecision {
  readonly userCode: string
  readonly isAllowed: boolean
  readonly caller: Caller
}

/**
 * Stores the decision of a user. The device gets its tokens when it asks the next time.
 * @returns the app; undefined if the code has expired or was decided before
 */
export async function decideDeviceSignIn(
  deps: DecideDeviceDeps,
  user: UserId,
  { userCode, isAllowed, caller }: DeviceDecision,
): Promise<RegisteredApp | undefined> {
  const pending = await findPendingDevice(deps, user, userCode)
  const code = readUserCode(userCode)
  if (!pending || code === undefined) return undefined
  const now = deps.clock.now()
  const decided = await deps.database.transaction(async (tx) => {
    const row = await findUndecided(tx, code, now.toISOString())
    if (!row || !(await storeDecision(tx, row, { user, isAllowed }))) return undefined
    const use = { now: now.toISOString(), keptUntil: keptUntil(now) }
    return isAllowed ? { clientId: await connectApp(tx, user, pending.app, use) } : {}
  })
  if (decided && isAllowed)
    await deps.securityEvents.record(caller, { kind: 'app-connected', userId: user, ...decided })
  return decided && pending.app
}
