import type { Database } from '../db/database.ts'
import type { Tx } from '../db/schema.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { KeyedMutex } from '../kernel/keyed-mutex.ts'

/** Maximum wait in milliseconds for other transactions of the same owner in this process. */
const MAX_WAIT_MS = 8_000

declare const ownerLocked: unique symbol

/** A transaction during which no other transaction changes the owner's data. Only `ownerTransaction` creates one. */
export type OwnerTx = Tx & { readonly [ownerLocked]: true }

/**
 * Runs `work` in a transaction that first locks the owner's row in `user_revision`. All changes to an owner's data use
 * this function, so they are made one after the other: data read in the transaction cannot change before it is written
 * back. SQLite allows only one writer anyway. On PostgreSQL, two transactions could otherwise read the same row, and
 * the second would overwrite the change of the first.
 * @throws AppError `unavailable` if other transactions of the owner take too long; any error of `work`, after a
 *   rollback
 */
export async function ownerTransaction<T>(
  database: Database,
  owner: UserId,
  work: (tx: OwnerTx) => Promise<T>,
): Promise<T> {
  if (database.dialect === 'sqlite') return database.transaction((tx) => work(tx as OwnerTx))
  return queueOf(database).run(owner, () =>
    database.transaction(async (tx) => {
      await lockOwner(tx, owner)
      return work(tx as OwnerTx)
    }),
  )
}

const queues = new WeakMap<Database, KeyedMutex<UserId>>()

/**
 * @returns the queue of the database. Transactions that wait in it need no connection; if they waited for the lock,
 *   they would block connections of the pool that other owners need.
 */
function queueOf(database: Database): KeyedMutex<UserId> {
  let queue = queues.get(database)
  if (!queue) queues.set(database, (queue = new KeyedMutex(MAX_WAIT_MS)))
  return queue
}

async function lockOwner(tx: Tx, owner: UserId): Promise<void> {
  await tx.selectFrom('user_revision').select('user_id').where('user_id', '=', owner).forUpdate().execute()
}
