import type { Database } from '../db/database.ts'
import type { Tx } from '../db/schema.ts'
import type { UserId } from '../kernel/brand.ts'
import { KeyedMutex } from '../kernel/keyed-mutex.ts'

/** Longest wait for other changes of the same owner in this process, in milliseconds. */
const MAX_WAIT_MS = 8_000

declare const ownerLocked: unique symbol

/** A transaction without concurrent writers of the same owner. Only `ownerTransaction` creates one. */
export type OwnerTx = Tx & { readonly [ownerLocked]: true }

/**
 * Runs `work` in one transaction that locks the owner's row in `user_revision` with its first statement. All changes to
 * an owner's data run through this function, one after the other: a row that was read inside cannot change before it is
 * written back. SQLite has one writer anyway; PostgreSQL would otherwise let two transactions read the same row, and
 * the second would overwrite the change of the first.
 * @throws AppError `unavailable` when other changes of the owner take too long; any error of `work`, after a rollback
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

/** Waiting in this queue, and not for the lock, leaves the connections of the pool to other owners. */
function queueOf(database: Database): KeyedMutex<UserId> {
  let queue = queues.get(database)
  if (!queue) queues.set(database, (queue = new KeyedMutex(MAX_WAIT_MS)))
  return queue
}

async function lockOwner(tx: Tx, owner: UserId): Promise<void> {
  await tx.selectFrom('user_revision').select('user_id').where('user_id', '=', owner).forUpdate().execute()
}
