import type { Selectable } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { KosyncPositionTable } from '../db/tables/reading-position-tables.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'

/** The last reading position that a device sent for a document. */
export interface KosyncPosition {
  readonly document: string
  readonly progress: string
  readonly percentage: number
  readonly device: string
  readonly deviceId: string | null
  /** ISO time at which it was received */
  readonly updatedAt: string
}

/** Maximum number of documents of a user. Those that were read longest ago are deleted. */
const MAX_DOCUMENTS = 10_000
/** Maximum number of documents that are deleted at once. */
const MAX_DELETED = 100

export async function findKosyncPosition(db: Db, owner: UserId, document: string): Promise<KosyncPosition | undefined> {
  const row = await db
    .selectFrom('kosync_position')
    .selectAll()
    .where('user_id', '=', owner)
    .where('document', '=', document)
    .executeTakeFirst()
  return row && toPosition(row)
}

/** @returns the position that was sent last for any EPUB of an entry */
export async function findLastOfEntry(db: Db, owner: UserId, id: EntryId): Promise<KosyncPosition | undefined> {
  const row = await db
    .selectFrom('kosync_position')
    .selectAll()
    .where('user_id', '=', owner)
    .where('entry_id', '=', id)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toPosition(row)
}

/** @param id the entry of which the document is an EPUB; null for other documents */
export async function storeKosyncPosition(
  tx: OwnerTx,
  owner: UserId,
  { document, progress, percentage, device, deviceId, updatedAt }: KosyncPosition,
  id: EntryId | null,
): Promise<void> {
  const values = { entry_id: id, progress, percentage, device, device_id: deviceId, updated_at: updatedAt }
  await tx
    .insertInto('kosync_position')
    .values({ user_id: owner, document, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'document']).doUpdateSet(values))
    .execute()
  await deleteOldest(tx, owner)
}

async function deleteOldest(tx: OwnerTx, owner: UserId): Promise<void> {
  const rows = await tx
    .selectFrom('kosync_position')
    .select('document')
    .where('user_id', '=', owner)
    .orderBy('updated_at', 'desc')
    .offset(MAX_DOCUMENTS)
    .limit(MAX_DELETED)
    .execute()
  if (rows.length === 0) return
  const documents = rows.map(({ document }) => document)
  await tx.deleteFrom('kosync_position').where('user_id', '=', owner).where('document', 'in', documents).execute()
}

function toPosition(row: Selectable<KosyncPositionTable>): KosyncPosition {
  const { document, progress, device, device_id: deviceId, updated_at: updatedAt } = row
  return { document, progress, percentage: Number(row.percentage), device, deviceId, updatedAt }
}
