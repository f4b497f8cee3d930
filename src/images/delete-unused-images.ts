import type { Database } from '../db/database.ts'
import type { Clock } from '../kernel/clock.ts'
import type { ImageStore } from './image-store.ts'

interface DeleteUnusedImagesDeps {
  readonly database: Database
  readonly clock: Clock
  readonly store: ImageStore
}

/** Milliseconds for which an image without an entry is kept after its last use. A running job may still need it. */
const GRACE_MS = 3_600_000
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/**
 * Number of images that one transaction deletes, and maximum number of transactions in one run. Further images are
 * deleted in the next run.
 */
const BATCH_SIZE = 50
const MAX_BATCHES = 200

/**
 * Deletes images that no entry refers to. The rows of these images stay locked until the files are deleted, so that no
 * job can use the images again. Also deletes files without a row. To save time, a run checks only one of the 256 parts
 * of the store for such files; the part changes every hour.
 */
export async function deleteUnusedImages(deps: DeleteUnusedImagesDeps): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    if ((await deleteBatch(deps)) < BATCH_SIZE) break
  }
  await deleteStrayFiles(deps)
}

async function deleteBatch({ database, clock, store }: DeleteUnusedImagesDeps): Promise<number> {
  const before = new Date(clock.now().getTime() - GRACE_MS).toISOString()
  return database.transaction(async (tx) => {
    const deleted = await tx
      .deleteFrom('image')
      .where('stored_at', '<', before)
      .where('sha256', 'in', ({ selectFrom }) =>
        selectFrom('image as idle')
          .select('idle.sha256')
          .where('idle.stored_at', '<', before)
          .where(({ not, exists, selectFrom: from }) =>
            not(
              exists(
                from('entry_image').select('entry_image.sha256').whereRef('entry_image.sha256', '=', 'idle.sha256'),
              ),
            ),
          )
          .limit(BATCH_SIZE),
      )
      .returning('sha256')
      .execute()
    for (const { sha256 } of deleted) await store.delete(sha256)
    return deleted.length
  })
}

/**
 * Deletes files that have no row and are older than a day. Such a file remains if the process crashes after it has
 * stored the file and before it has stored the row.
 */
async function deleteStrayFiles({ database, clock, store }: DeleteUnusedImagesDeps): Promise<void> {
  const now = clock.now()
  const shard = Math.floor(now.getTime() / HOUR_MS) % 256
  const old = await store.list(shard, new Date(now.getTime() - DAY_MS))
  for (const sha256 of old.slice(0, BATCH_SIZE * MAX_BATCHES)) {
    const row = await database.read((db) =>
      db.selectFrom('image').select('sha256').where('sha256', '=', sha256).executeTakeFirst(),
    )
    if (!row) await database.transaction(async (tx) => removeStray({ tx, store, sha256, now: now.toISOString() }))
  }
}

interface StrayFile {
  readonly tx: Parameters<Parameters<Database['transaction']>[0]>[0]
  readonly store: ImageStore
  readonly sha256: Uint8Array
  readonly now: string
}

/**
 * Deletes a file that has no row. Inserts a row for the file before the deletion, and deletes the row afterwards. A job
 * that stores the same image in the meantime must wait for this row, and then writes the file again.
 */
async function removeStray({ tx, store, sha256, now }: StrayFile): Promise<void> {
  const own = await tx
    .insertInto('image')
    .values({ sha256, size: 0, type: '', stored_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('sha256')
    .executeTakeFirst()
  if (!own) return
  await store.delete(sha256)
  await tx.deleteFrom('image').where('sha256', '=', sha256).execute()
}
