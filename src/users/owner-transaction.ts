import type { Database, TransactionOptions } from '../db/database.ts'
import type { Tx } from '../db/schema.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { KeyedMutex } from '../kernel/keyed-mutex.ts'

/**
 * Maximum time in milliseconds that a transaction waits for other transactions of the same owner in this process. After
 * this time, it fails with `unavailable`.
 */
const MAX_WAIT_MS = 8_000

declare const ownerLocked: unique symbol

/**
 * A transaction that has the owner's lock, so no other transaction changes the owner's data meanwhile. Only
 * `ownerTransaction` creates one.
 */
export type OwnerTx = Tx & { readonly [ownerLocked]: true }

/**
 * Runs `work` in a transaction that first locks the owner's row in `user_revision`. All changes to an owner's data use
 * this function, so they run one after the other. Otherwise two transactions on PostgreSQL could read the same row, and
 * the second would overwrite the change of the first. SQLite needs no lock, because it allows only one writer.
 * @throws AppError `unavailable` if other transactions of the owner take too long; any error of `work`, after a
 *   rollback
 */
export async function ownerTransaction<T>(
  database: Database,
  owner: UserId,
  work: (tx: OwnerTx) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  if (database.dialect === 'sqlite') return database.transaction((tx) => work(tx as OwnerTx), options)
  return queueOf(database).run(owner, () =>
    database.transaction(async (tx) => {
      await lockOwner(tx, owner)
      return work(tx as OwnerTx)
    }, options),
  )
}

const queues = new WeakMap<Database, KeyedMutex<UserId>>()

/**
 * @returns the queue in which a transaction waits for other transactions of the same owner, without a connection to the
 *   database. If transactions waited for the lock in PostgreSQL, they would occupy connections that other owners need.
 */
function queueOf(database: Database): KeyedMutex<UserId> {
  let queue = queues.get(database)
  if (!queue) queues.set(database, (queue = new KeyedMutex(MAX_WAIT_MS)))
  return queue
}

async function lockOwner(tx: Tx, owner: UserId): Promise<void> {
  await tx.selectFrom('user_revision').select('user_id').where('user_id', '=', owner).forUpdate().execute()
}
