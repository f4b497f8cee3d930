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
/** Number of images that are deleted together, and maximum number of times in one run. The next run continues. */
const BATCH_SIZE = 50
const MAX_BATCHES = 200

/**
 * Deletes images that no entry refers to. Their rows are marked as being deleted, then the files are deleted, and then
 * the rows. A job that wants to store a marked image fails and is repeated, so no file is deleted after it was stored
 * again. If the process is killed in between, a later run continues. Also deletes files without a row. To save time, a
 * run checks only one of the 256 parts of the store for such files; the part changes every hour.
 */
export async function deleteUnusedImages(deps: DeleteUnusedImagesDeps): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const marked = await markUnused(deps)
    await deleteMarked(deps, marked)
    if (marked.length < BATCH_SIZE) break
  }
  await deleteStrayFiles(deps)
}

/** Marks images without an entry as being deleted: they have no type. @returns their hashes */
async function markUnused({ database, clock }: DeleteUnusedImagesDeps): Promise<readonly Uint8Array[]> {
  const before = new Date(clock.now().getTime() - GRACE_MS).toISOString()
  return database.transaction(async (tx) => {
    const marked = await tx
      .updateTable('image')
      .set({ type: '' })
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
    return marked.map(({ sha256 }) => sha256)
  })
}

async function deleteMarked({ database, store }: DeleteUnusedImagesDeps, hashes: readonly Uint8Array[]): Promise<void> {
  if (hashes.length === 0) return
  await store.delete(hashes)
  await database.transaction((tx) =>
    tx.deleteFrom('image').where('sha256', 'in', hashes).where('type', '=', '').execute(),
  )
}

/**
 * Deletes files that have no row and are older than a day. Such a file remains after a restore of an older backup, or if
 * its row was lost.
 */
async function deleteStrayFiles(deps: DeleteUnusedImagesDeps): Promise<void> {
  const { database, clock, store } = deps
  const now = clock.now()
  const shard = Math.floor(now.getTime() / HOUR_MS) % 256
  const old = await store.list(shard, new Date(now.getTime() - DAY_MS))
  for (let from = 0; from < Math.min(old.length, BATCH_SIZE * MAX_BATCHES); from += BATCH_SIZE) {
    const hashes = old.slice(from, from + BATCH_SIZE)
    const rows = await database.read((db) =>
      db.selectFrom('image').select('sha256').where('sha256', 'in', hashes).execute(),
    )
    const known = new Set(rows.map(({ sha256 }) => hex(sha256)))
    const strays = hashes.filter((sha256) => !known.has(hex(sha256)))
    if (strays.length > 0) await deleteMarked(deps, await markStrays(database, strays, now.toISOString()))
  }
}

/** Inserts rows that mark the files as being deleted. @returns the hashes of those that still have no row */
async function markStrays(
  database: Database,
  hashes: readonly Uint8Array[],
  now: string,
): Promise<readonly Uint8Array[]> {
  const rows = await database.transaction((tx) =>
    tx
      .insertInto('image')
      .values(hashes.map((sha256) => ({ sha256, size: 0, type: '', stored_at: now })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('sha256')
      .execute(),
  )
  return rows.map(({ sha256 }) => sha256)
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
