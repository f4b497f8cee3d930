import type { Tx } from '../db/schema.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { eventKindFacts, REFUSAL_KINDS } from './event-kinds.ts'
import { FOLD_MS, type RecordedEvent } from './security-event.ts'

/** Maximum number of stored events of one account. Older ones are deleted. */
const MAX_EVENTS = 500
/**
 * Maximum number of refused attempts among the stored events of an account. Without this limit, an attacker's wrong
 * attempts could displace all other events, such as the attacker's own successful sign-in.
 */
const MAX_REFUSALS = 100

/**
 * Stores events. If an equal event was stored in the last hour, only its count is increased. Drops events of deleted
 * accounts.
 */
export async function storeEvents(tx: Tx, events: readonly RecordedEvent[]): Promise<void> {
  const owners = await livingOwners(tx, events)
  for (const event of events) {
    if (!owners.has(event.userId) || (await foldEvent(tx, event))) continue
    await insertEvent(tx, event)
    await dropOldest(tx, event.userId, false)
    if (eventKindFacts(event.kind).isRefusal) await dropOldest(tx, event.userId, true)
  }
}

async function livingOwners(tx: Tx, events: readonly RecordedEvent[]): Promise<ReadonlySet<number>> {
  const ids = [...new Set(events.map(({ userId }) => userId))]
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    // An account that is being deleted has a username that starts with `@`.
    .where('username_key', 'not like', '@%')
    .execute()
  return new Set(rows.map(({ id }) => Number(id)))
}

/**
 * Increases the count of a stored event that equals this one. For refused attempts, the names of the browsers may
 * differ, because an attacker could otherwise store a new event with each forged name.
 * @returns true if there was an equal event
 */
async function foldEvent(tx: Tx, event: RecordedEvent): Promise<boolean> {
  const { kind, userId, actorId, clientId, at } = event
  const since = new Date(Date.parse(at) - FOLD_MS).toISOString()
  const row = await tx
    .updateTable('security_event')
    .set((set) => ({ times: set('times', '+', event.times), last_at: at, request_id: event.requestId }))
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('address', '=', event.address)
    .where('actor_id', actorId === null ? 'is' : '=', actorId)
    .where('client_id', clientId === null ? 'is' : '=', clientId)
    .where('first_at', '>', since)
    .$if(!eventKindFacts(kind).isRefusal, (update) => update.where('user_agent', '=', event.userAgent))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

async function insertEvent(tx: Tx, event: RecordedEvent): Promise<void> {
  await tx
    .insertInto('security_event')
    .values({
      user_id: event.userId,
      kind: event.kind,
      actor_id: event.actorId,
      client_id: event.clientId,
      address: event.address,
      user_agent: event.userAgent,
      request_id: event.requestId,
      times: event.times,
      first_at: event.at,
      last_at: event.at,
    })
    .execute()
}

async function dropOldest(tx: Tx, owner: UserId, isRefusalsOnly: boolean): Promise<void> {
  const oldest = await tx
    .selectFrom('security_event')
    .select('id')
    .where('user_id', '=', owner)
    .$if(isRefusalsOnly, (select) => select.where('kind', 'in', REFUSAL_KINDS))
    .orderBy('id', 'desc')
    .offset(isRefusalsOnly ? MAX_REFUSALS : MAX_EVENTS)
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return
  await tx
    .deleteFrom('security_event')
    .where('user_id', '=', owner)
    .where('id', '<=', oldest.id)
    .$if(isRefusalsOnly, (deleted) => deleted.where('kind', 'in', REFUSAL_KINDS))
    .execute()
}

/** Deletes events that are older than a number of days. */
export async function deleteOldEvents(tx: Tx, now: Date, days: number): Promise<void> {
  const before = new Date(now.getTime() - days * 86_400_000).toISOString()
  await tx.deleteFrom('security_event').where('last_at', '<', before).execute()
}
