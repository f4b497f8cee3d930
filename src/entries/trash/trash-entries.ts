import { randomBytes } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'
import { dropEntries } from '../deleting/drop-entries.ts'
import { insertTrash, serializeEntries } from './trash.repository.ts'

interface TrashEntriesDeps {
  readonly database: Database
  readonly clock: Clock
}

/** Number of entries per transaction. */
const BATCH_SIZE = 500

/**
 * Moves entries to the trash, from which they can be restored until it is emptied. Clients see the entries as deleted.
 * @param ids ids of entries; unknown ids are skipped
 * @param batch id of the deletion, from `newTrashBatchId`
 * @returns the ids of the deleted entries
 */
export async function trashEntries(
  { database, clock }: TrashEntriesDeps,
  owner: UserId,
  ids: readonly EntryId[],
  batch: string,
): Promise<EntryId[]> {
  const deleted: EntryId[] = []
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const now = clock.now().toISOString()
    const slice = ids.slice(start, start + BATCH_SIZE)
    deleted.push(
      ...(await ownerTransaction(database, owner, (tx) => trashEntryBatch(tx, owner, slice, { batch, now }))),
    )
  }
  return deleted
}

/**
 * Moves up to a few hundred entries to the trash, with a fixed number of statements.
 * @returns the ids of the deleted entries
 */
export async function trashEntryBatch(
  tx: OwnerTx,
  owner: UserId,
  ids: readonly EntryId[],
  { batch, now }: { readonly batch: string; readonly now: string },
): Promise<EntryId[]> {
  const entries = ids.length === 0 ? new Map<EntryId, Uint8Array>() : await serializeEntries(tx, owner, ids)
  if (entries.size === 0) return []
  await insertTrash(tx, owner, { entries, batch, now })
  await dropEntries(tx, owner, [...entries.keys()], now)
  return [...entries.keys()]
}

/** @returns a random id for a deletion. The deleted entries can be restored by this id. */
export function newTrashBatchId(): string {
  return randomBytes(16).toString('hex')
}
