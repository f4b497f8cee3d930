import { randomBytes } from 'node:crypto'
import type { Db, Tx } from '../db/schema.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'
import {
  MAX_LISTED,
  type Delivery,
  type DeliveryKind,
  type DeliveryReason,
  type DeliveryState,
  type PendingDelivery,
} from './delivery.ts'

interface NewDelivery {
  readonly kind: DeliveryKind
  readonly addressId: number
  readonly title: string
  readonly entries: readonly EntryId[]
  /** ISO time */
  readonly now: string
  /** present if it is not sent, but only listed as failed */
  readonly reason?: DeliveryReason
}

/** @returns the id of the new delivery */
export async function insertDelivery(tx: OwnerTx, owner: UserId, given: NewDelivery): Promise<number> {
  const { kind, addressId, title, entries, now, reason } = given
  const row = await tx
    .insertInto('delivery')
    .values({
      user_id: owner,
      address_id: addressId,
      kind,
      title,
      state: reason === undefined ? 'waiting' : 'failed',
      ...(reason !== undefined && { reason, finished_at: now }),
      message_key: randomBytes(16).toString('hex'),
      requested_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const id = Number(row.id)
  const rows = entries.map((entry_id, position) => ({ user_id: owner, delivery_id: id, entry_id, position }))
  await tx.insertInto('delivery_entry').values(rows).execute()
  return id
}

/** @returns the number of mails that the owner has sent since a time, or that wait to be sent */
export async function countMails(db: Db, owner: UserId, since: string): Promise<number> {
  const rows = await db
    .selectFrom('delivery')
    .select(['parts', 'state'])
    .where('user_id', '=', owner)
    .where('requested_at', '>', since)
    .execute()
  return rows.reduce((sum, { parts, state }) => sum + Math.max(Number(parts), state === 'waiting' ? 1 : 0), 0)
}

/** @returns the ids of the entries that were sent to an address, or wait to be sent to it */
export async function listSentEntries(
  db: Db,
  owner: UserId,
  addressId: number,
  entries: readonly EntryId[],
): Promise<ReadonlySet<EntryId>> {
  const rows = await db
    .selectFrom('delivery_entry')
    .innerJoin('delivery', (join) =>
      join
        .onRef('delivery.user_id', '=', 'delivery_entry.user_id')
        .onRef('delivery.id', '=', 'delivery_entry.delivery_id'),
    )
    .select('delivery_entry.entry_id')
    .where('delivery_entry.user_id', '=', owner)
    .where('delivery_entry.entry_id', 'in', entries)
    .where('delivery.address_id', '=', addressId)
    .execute()
  return new Set(rows.map(({ entry_id }) => Number(entry_id) as EntryId))
}

const COLUMNS = [
  'delivery.id',
  'delivery.kind',
  'delivery.address_id',
  'delivery.title',
  'delivery.state',
  'delivery.reason',
  'delivery.detail',
  'delivery.parts',
  'delivery.message_key',
  'delivery.requested_at',
  'delivery.finished_at',
  'mail_address.name',
  'mail_address.address',
] as const

const withAddress = (db: Db, owner: UserId) =>
  db
    .selectFrom('delivery')
    .innerJoin('mail_address', (join) =>
      join.onRef('mail_address.user_id', '=', 'delivery.user_id').onRef('mail_address.id', '=', 'delivery.address_id'),
    )
    .select(COLUMNS)
    .where('delivery.user_id', '=', owner)

type Row = Awaited<ReturnType<ReturnType<typeof withAddress>['executeTakeFirstOrThrow']>>

/** @returns the owner's newest deliveries, at most `MAX_LISTED` */
export async function listDeliveries(db: Db, owner: UserId): Promise<Delivery[]> {
  const newest = withAddress(db, owner).orderBy('delivery.requested_at', 'desc').orderBy('delivery.id', 'desc')
  return (await newest.limit(MAX_LISTED).execute()).map(toDelivery)
}

/** @returns the delivery with the entries that were not sent yet; undefined if the owner has no such delivery */
export async function findDelivery(db: Db, owner: UserId, id: number): Promise<PendingDelivery | undefined> {
  const row = await withAddress(db, owner).where('delivery.id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const entries = await db
    .selectFrom('delivery_entry')
    .select('entry_id')
    .where('user_id', '=', owner)
    .where('delivery_id', '=', id)
    .where('sent_at', 'is', null)
    .orderBy('position')
    .execute()
  return {
    ...toDelivery(row),
    address: row.address,
    messageKey: row.message_key,
    entries: entries.map(({ entry_id }) => Number(entry_id) as EntryId),
  }
}

function toDelivery(row: Row): Delivery {
  return {
    id: Number(row.id),
    kind: row.kind as DeliveryKind,
    addressId: Number(row.address_id),
    addressName: row.name,
    title: row.title,
    state: row.state as DeliveryState,
    reason: row.reason as DeliveryReason | null,
    detail: row.detail,
    parts: Number(row.parts),
    requestedAt: row.requested_at,
    finishedAt: row.finished_at,
  }
}

/** Records that the server has accepted a mail with some of the entries. */
export async function recordSentPart(
  tx: OwnerTx,
  owner: UserId,
  id: number,
  { entries, now }: { readonly entries: readonly EntryId[]; readonly now: string },
): Promise<void> {
  await tx
    .updateTable('delivery_entry')
    .set({ sent_at: now })
    .where('user_id', '=', owner)
    .where('delivery_id', '=', id)
    .where('entry_id', 'in', entries)
    .execute()
  await tx
    .updateTable('delivery')
    .set((set) => ({ parts: set('parts', '+', 1) }))
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .execute()
}

export interface DeliveryOutcome {
  readonly state: DeliveryState
  readonly reason?: DeliveryReason
  readonly detail?: string
  /** ISO time */
  readonly now: string
}

/** Records how an attempt to send a delivery has ended. */
export async function recordOutcome(tx: Tx, owner: UserId, id: number, outcome: DeliveryOutcome): Promise<void> {
  const { state, reason = null, detail = null, now } = outcome
  await tx
    .updateTable('delivery')
    .set({ state, reason, detail, finished_at: state === 'waiting' ? null : now })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .execute()
}

/** @returns true if the owner had such a failed delivery, which now waits as if it was new */
export async function resetFailed(tx: OwnerTx, owner: UserId, id: number, now: string): Promise<boolean> {
  const row = await tx
    .updateTable('delivery')
    .set({ state: 'waiting', reason: null, detail: null, requested_at: now, finished_at: null })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
