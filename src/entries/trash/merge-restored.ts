import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'
import { mergeEntries } from '../changing/merge-entries.ts'
import type { EnqueueImages } from '../enqueue-images.ts'
import type { Entry } from '../entry.ts'
import { findContent, findEntry, findOtherHolder } from '../entry.repository.ts'

/** A restored entry, with the hashes of all addresses that it had when it was deleted. */
export interface RestoredAddresses {
  readonly id: EntryId
  readonly hashes: readonly Uint8Array[]
}

interface MergeRestoredOptions {
  readonly now: Date
  /** enqueues the job that copies the images of an entry; absent if this server stores no images */
  readonly enqueueImages?: EnqueueImages | undefined
}

/** Maximum number of hashes in a statement, as `MAX_ROWS` in restore-entries.ts. */
const MAX_HASHES = 1000

/**
 * Merges each restored entry with the entries that were saved under one of its addresses after it was deleted. Usually
 * the restored entry is kept, because it is the older one. Another one is kept if only that has a text.
 * @returns the ids of the kept entries by the ids of the restored entries that were merged
 */
export async function mergeRestored(
  tx: OwnerTx,
  owner: UserId,
  restored: readonly RestoredAddresses[],
  { now, enqueueImages }: MergeRestoredOptions,
): Promise<ReadonlyMap<EntryId, EntryId>> {
  const kept = new Map<EntryId, EntryId>()
  for (const { id, hashes } of await findConflicts(tx, owner, restored)) {
    let entry = await findEntry(tx, owner, id)
    while (entry) {
      const other = await findOtherHolder(tx, owner, hashes, entry.id)
      const duplicate = other === undefined ? undefined : await findEntry(tx, owner, other)
      if (!duplicate) break
      const [older, newer] = await inOrder(tx, entry, duplicate)
      entry = await mergeEntries(tx, { older, newer, now, enqueueImages })
      kept.set(id, entry.id)
    }
  }
  return kept
}

/** @returns the restored entries of which another entry has an address */
async function findConflicts(
  tx: OwnerTx,
  owner: UserId,
  restored: readonly RestoredAddresses[],
): Promise<readonly RestoredAddresses[]> {
  const ids = new Map(restored.flatMap(({ id, hashes }) => hashes.map((hash) => [hexOf(hash), id])))
  const all = restored.flatMap(({ hashes }) => hashes)
  const conflicts = new Set<EntryId>()
  for (let start = 0; start < all.length; start += MAX_HASHES) {
    const rows = await tx
      .selectFrom('entry_address')
      .select(['hash', 'entry_id'])
      .where('user_id', '=', owner)
      .where('hash', 'in', all.slice(start, start + MAX_HASHES))
      .execute()
    for (const { hash, entry_id: holder } of rows) {
      const id = ids.get(hexOf(hash))
      if (id !== undefined && id !== Number(holder)) conflicts.add(id)
    }
  }
  return restored.filter(({ id }) => conflicts.has(id))
}

const hexOf = (hash: Uint8Array): string => Buffer.from(hash).toString('hex')

/** @returns the entry to keep, then the entry to merge into it */
async function inOrder(tx: OwnerTx, one: Entry, other: Entry): Promise<readonly [Entry, Entry]> {
  const [older, newer] = one.id < other.id ? [one, other] : [other, one]
  const hasText = async ({ ownerId, id, fetchState }: Entry) =>
    fetchState !== 'failed' && (await findContent(tx, ownerId, id)) !== undefined
  return !(await hasText(older)) && (await hasText(newer)) ? [newer, older] : [older, newer]
}
