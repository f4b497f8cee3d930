import type { Db, Tx } from '../../db/schema.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'
import type { Outcome, Reference } from './operation.ts'

/** @returns the stored result of an operation; undefined if there is none */
export async function findOutcome(db: Db, owner: UserId, op: string): Promise<Outcome | undefined> {
  const row = await db
    .selectFrom('sync_operation')
    .select('result')
    .where('user_id', '=', owner)
    .where('operation', '=', op)
    .executeTakeFirst()
  return row && (JSON.parse(row.result) as Outcome)
}

export async function insertOutcome(
  tx: OwnerTx,
  owner: UserId,
  { op, outcome, now }: { readonly op: string; readonly outcome: Outcome; readonly now: string },
): Promise<void> {
  const values = { user_id: owner, operation: op, result: JSON.stringify(outcome), created_at: now }
  await tx.insertInto('sync_operation').values(values).execute()
}

/** An id that a client has chosen for an object that it created, and the kind of the object. */
interface TemporaryId {
  /** UUID by which the client refers to the object until it knows the server's id */
  readonly temporary: string
  readonly kind: 'entry' | 'annotation' | 'collection'
}

/** @returns the id of the object with this temporary id; undefined if there is none */
export async function findByTemporaryId(
  db: Db,
  owner: UserId,
  { temporary, kind }: TemporaryId,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('temporary_id')
    .select('object_id')
    .where('user_id', '=', owner)
    .where('temporary', '=', temporary)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row && Number(row.object_id)
}

/** @returns the id of the object to which an operation refers; undefined for an unknown temporary id */
export async function findReferenced(
  db: Db,
  owner: UserId,
  reference: Reference,
  kind: TemporaryId['kind'],
): Promise<number | undefined> {
  return typeof reference === 'number' ? reference : findByTemporaryId(db, owner, { temporary: reference, kind })
}

/** Stores the id of a new object under its temporary id. An existing temporary id is not changed. */
export async function insertTemporaryId(
  tx: OwnerTx,
  owner: UserId,
  { temporary, kind, id, now }: TemporaryId & { readonly id: number; readonly now: string },
): Promise<void> {
  await tx
    .insertInto('temporary_id')
    .values({ user_id: owner, temporary, kind, object_id: id, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes the results and temporary ids of all users from before a time. */
export async function deleteOldOutcomes(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('sync_operation').where('created_at', '<', before).execute()
  await tx.deleteFrom('temporary_id').where('created_at', '<', before).execute()
}
