import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../db/schema.ts'
import type { DeviceCodeTable } from '../../db/tables/oauth-tables.ts'
import type { AppId, UserId } from '../../kernel/branded-ids.ts'

interface NewDeviceCode {
  readonly codeHash: Uint8Array
  readonly userCode: string
  readonly appId: AppId
  readonly scopes: string
  readonly expiresAt: string
  readonly intervalSeconds: number
}

export async function insertDeviceCode(tx: Tx, code: NewDeviceCode): Promise<void> {
  await tx
    .insertInto('device_code')
    .values({
      code_hash: code.codeHash,
      user_code: code.userCode,
      app_id: code.appId,
      scopes: code.scopes,
      expires_at: code.expiresAt,
      interval_seconds: code.intervalSeconds,
    })
    .execute()
}

export type DeviceCode = Selectable<DeviceCodeTable>

/** Finds the code of a device, and locks its row until the transaction ends. */
export async function lockDeviceCode(tx: Tx, app: AppId, hash: Uint8Array): Promise<DeviceCode | undefined> {
  // This update changes nothing, but it locks the row on both databases.
  return tx
    .updateTable('device_code')
    .set((set) => ({ app_id: set.ref('app_id') }))
    .where('code_hash', '=', hash)
    .where('app_id', '=', app)
    .returningAll()
    .executeTakeFirst()
}

/** Records that the app has asked for the decision. */
export async function recordPoll(tx: Tx, code: DeviceCode, now: string, intervalSeconds: number): Promise<void> {
  await tx
    .updateTable('device_code')
    .set({ polled_at: now, interval_seconds: intervalSeconds })
    .where('code_hash', '=', code.code_hash)
    .execute()
}

export async function deleteDeviceCode(tx: Tx, code: DeviceCode): Promise<void> {
  await tx.deleteFrom('device_code').where('code_hash', '=', code.code_hash).execute()
}

/** @returns the undecided sign-in with this user code; undefined if there is none, or if it has expired */
export async function findUndecided(db: Db, userCode: string, now: string): Promise<DeviceCode | undefined> {
  return db
    .selectFrom('device_code')
    .selectAll()
    .where('user_code', '=', userCode)
    .where('decided_by', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

interface Decision {
  readonly user: UserId
  readonly isAllowed: boolean
}

/** @returns false if the sign-in has been decided meanwhile */
export async function storeDecision(tx: Tx, code: DeviceCode, { user, isAllowed }: Decision): Promise<boolean> {
  const changed = await tx
    .updateTable('device_code')
    .set({ decided_by: user, is_allowed: isAllowed ? 1 : 0 })
    .where('code_hash', '=', code.code_hash)
    .where('decided_by', 'is', null)
    .returning('app_id')
    .executeTakeFirst()
  return changed !== undefined
}
