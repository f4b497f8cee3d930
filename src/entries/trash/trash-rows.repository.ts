import type { Db } from '../../db/schema.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'
import { decompress, type TrashedEntry } from './trash.repository.ts'

/** An entry in the trash, with the ISO time of its deletion. */
export interface DeletedEntry extends TrashedEntry {
  readonly deletedAt: string
}

/** The deletion that moved an entry to the trash. */
interface TrashPlace {
  readonly batch: string
  readonly id: EntryId
}

/** Selects a part of the trash, in the order of the deletions, the last one first. */
interface TrashSlice {
  readonly limit: number
  /** number of entries to skip */
  readonly offset?: number
  /** selects only entries after this one */
  readonly after?: DeletedEntry | undefined
}

/** @returns entries in the trash, the ones that were deleted last first */
export async function readTrash(
  db: Db,
  owner: UserId,
  { limit, offset = 0, after }: TrashSlice,
): Promise<DeletedEntry[]> {
  const rows = await db
    .selectFrom('trashed_entry')
    .select(['data', 'deleted_at'])
    .where('user_id', '=', owner)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('deleted_at', 'entry_id'), '<', tuple(after!.deletedAt, Number(after!.entry.id))),
      ),
    )
    .orderBy('deleted_at', 'desc')
    .orderBy('entry_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => ({ ...decompress(row.data), deletedAt: row.deleted_at }))
}

export async function countTrash(db: Db, owner: UserId): Promise<number> {
  const { count } = await db
    .selectFrom('trashed_entry')
    .select((select) => select.fn.countAll().as('count'))
    .where('user_id', '=', owner)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * @param ids ids of entries; unknown ids are skipped
 * @returns the deletions that moved the entries to the trash last
 */
export async function findTrashPlaces(db: Db, owner: UserId, ids: readonly EntryId[]): Promise<TrashPlace[]> {
  const rows = await db
    .selectFrom('trashed_entry')
    .select(['entry_id', 'batch'])
    .where('user_id', '=', owner)
    .where('entry_id', 'in', ids)
    .orderBy('deleted_at')
    .execute()
  const batches = new Map(rows.map(({ entry_id, batch }) => [Number(entry_id) as EntryId, batch]))
  return [...batches].map(([id, batch]) => ({ id, batch }))
}

/**
 * Permanently deletes entries in the trash.
 * @param ids undefined for all entries in the trash
 * @returns the ids of the deletions that had moved the entries to the trash, one for each entry
 */
export async function deleteTrash(tx: OwnerTx, owner: UserId, ids?: readonly EntryId[]): Promise<string[]> {
  const rows = await tx
    .deleteFrom('trashed_entry')
    .where('user_id', '=', owner)
    .$if(ids !== undefined, (query) => query.where('entry_id', 'in', ids!))
    .returning('batch')
    .execute()
  return rows.map(({ batch }) => batch)
}
