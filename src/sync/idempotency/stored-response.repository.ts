import type { Db, Tx } from '../../db/schema.ts'
import type { UserId } from '../../kernel/branded-ids.ts'

/** A response as it was sent to the client. */
export interface StoredResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** the compressed body */
  readonly body: Uint8Array
}

/** The first request that used a key. */
interface KeyedRequest {
  readonly fingerprint: string
  /** ISO time */
  readonly startedAt: string
  /** undefined while the request is in progress */
  readonly response: StoredResponse | undefined
}

export interface RequestKey {
  readonly owner: UserId
  readonly key: string
}

/**
 * Reserves a key.
 * @returns false if the key already exists
 */
export async function insertKey(
  tx: Tx,
  { owner, key }: RequestKey,
  { fingerprint, now }: { readonly fingerprint: string; readonly now: string },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('stored_response')
    .values({ user_id: owner, request_key: key, fingerprint, started_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('request_key')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function findKeyedRequest(db: Db, { owner, key }: RequestKey): Promise<KeyedRequest | undefined> {
  const row = await db
    .selectFrom('stored_response')
    .select(['fingerprint', 'started_at', 'status', 'headers', 'body'])
    .where('user_id', '=', owner)
    .where('request_key', '=', key)
    .executeTakeFirst()
  if (!row) return undefined
  const response =
    row.status === null
      ? undefined
      : {
          status: Number(row.status),
          headers: JSON.parse(row.headers ?? '{}') as StoredResponse['headers'],
          body: row.body ?? new Uint8Array(),
        }
  return { fingerprint: row.fingerprint, startedAt: row.started_at, response }
}

/** @returns the number of keys of a user, counted up to `max` */
export async function countKeys(db: Db, owner: UserId, max: number): Promise<number> {
  const query = db.selectFrom('stored_response').select('request_key').where('user_id', '=', owner).limit(max)
  return (await query.execute()).length
}

/**
 * Takes over a lost request, to process it again.
 * @returns false if another request has taken it over first
 */
export async function reclaimKey(
  tx: Tx,
  { owner, key }: RequestKey,
  { startedAt, now }: { readonly startedAt: string; readonly now: string },
): Promise<boolean> {
  const updated = await tx
    .updateTable('stored_response')
    .set({ started_at: now })
    .where('user_id', '=', owner)
    .where('request_key', '=', key)
    .where('started_at', '=', startedAt)
    .where('status', 'is', null)
    .returning('request_key')
    .executeTakeFirst()
  return updated !== undefined
}

export async function storeResponse(tx: Tx, { owner, key }: RequestKey, response: StoredResponse): Promise<void> {
  await tx
    .updateTable('stored_response')
    .set({ status: response.status, headers: JSON.stringify(response.headers), body: response.body })
    .where('user_id', '=', owner)
    .where('request_key', '=', key)
    .execute()
}

/** Deletes a key, so that it can be used again. Call this after a request that had no effect. */
export async function deleteKey(tx: Tx, { owner, key }: RequestKey): Promise<void> {
  await tx.deleteFrom('stored_response').where('user_id', '=', owner).where('request_key', '=', key).execute()
}

/** Deletes the keys and responses of all users whose requests started before a time. */
export async function deleteOldResponses(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('stored_response').where('started_at', '<', before).execute()
}
