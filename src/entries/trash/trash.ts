import { randomBytes } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import type { EntryId, UserId } from '../../kernel/brand.ts'
import type { Clock } from '../../kernel/clock.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'
import { dropEntries } from '../deleting/delete-entry.ts'
import { insertTrash, serializeEntries } from './trash.repository.ts'

interface TrashEntriesDeps {
  readonly database: Database
  readonly clock: Clock
}

/** Entries per transaction. */
const PIECE = 500

/**
 * Deletes entries in the same way as a client's request, and keeps the data for restoring them for a day.
 * @param ids missing ones are skipped
 * @param batch from `trashBatch`
 * @returns the ids of the deleted entries
 */
export async function trashEntries(
  { database, clock }: TrashEntriesDeps,
  owner: UserId,
  ids: readonly EntryId[],
  batch: string,
): Promise<EntryId[]> {
  const deleted: EntryId[] = []
  for (let start = 0; start < ids.length; start += PIECE) {
    const now = clock.now().toISOString()
    const piece = ids.slice(start, start + PIECE)
    deleted.push(...(await ownerTransaction(database, owner, (tx) => trashPiece(tx, owner, piece, { batch, now }))))
  }
  return deleted
}

/** Deletes up to a few hundred entries with a fixed number of statements. @returns the ids of the deleted entries */
export async function trashPiece(
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

/** @returns the id of a deletion, by which its entries can be restored */
export function trashBatch(): string {
  return randomBytes(16).toString('hex')
}
