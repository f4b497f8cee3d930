import { randomBytes } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { ObjectStore } from '../../objects/object-store.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'
import { readBodyObject } from './read-body-object.ts'

interface CaptureObjectDeps {
  readonly database: Database
  readonly clock: Clock
  readonly objects: ObjectStore
}

/** Number of objects that are deleted together, and maximum number of captures that one run moves. The next run continues. */
const BATCH_SIZE = 200
const MAX_MOVES = 10_000
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

const PREFIX = 'captures/'

interface BodyRow {
  readonly user_id: number
  readonly sha256: Uint8Array
  readonly body: Uint8Array
}

/** The condition is that of the index `capture_body_to_move`, so that small bodies are not read. */
const LARGE = `select user_id, sha256, body from capture_body
  where object_key is null and length(body) > 65536 order by user_id, sha256 limit 1`

/**
 * Moves the bodies of captures above 64 kB from the database to the object store. A fetch stores every body in the database
 * first, so that it does not depend on the store.
 * @throws AppError `unavailable` if the store fails; the remaining bodies stay in the database
 */
export async function moveBodiesToObjects({ database, objects }: CaptureObjectDeps): Promise<void> {
  const find = database.prepare<BodyRow>(LARGE)
  for (let moved = 0; moved < MAX_MOVES; moved++) {
    const [row] = await find.all()
    if (!row) return
    const { sha256, body } = row
    const owner = Number(row.user_id) as UserId
    // No other body ever has this key, so a deletion that comes late cannot meet a new object.
    const name = randomBytes(16).toString('hex')
    const key = `${PREFIX}${name.slice(0, 2)}/${name}`
    await objects.put(key, body)
    const isMoved = await ownerTransaction(database, owner, async (tx) => {
      const updated = await tx
        .updateTable('capture_body')
        .set({ object_key: key, object_size: body.length, body: new Uint8Array() })
        .where('user_id', '=', owner)
        .where('sha256', '=', sha256)
        .where('object_key', 'is', null)
        .returning('sha256')
        .executeTakeFirst()
      return updated !== undefined
    })
    if (!isMoved) await objects.delete([key])
  }
}

/**
 * Moves all bodies of captures back into the database.
 * @param objects the store that contains them
 * @returns number of bodies, and of those that are missing in the store
 */
export async function moveBodiesToDatabase({
  database,
  objects,
}: Pick<CaptureObjectDeps, 'database' | 'objects'>): Promise<{ readonly moved: number; readonly missing: number }> {
  const find = database.prepare<Omit<BodyRow, 'body'> & { readonly object_key: string }>(
    `select user_id, sha256, object_key from capture_body where object_key > $1 order by object_key limit ${BATCH_SIZE}`,
  )
  let [moved, missing, last] = [0, 0, '']
  for (;;) {
    const rows = await find.all(last)
    for (const { user_id, sha256, object_key: key } of rows) {
      const body = await readBodyObject(objects, { key, sha256 })
      last = key
      if (body === undefined) missing++
      else if (await storeBody(database, { owner: Number(user_id) as UserId, sha256, key, body: body.compressed }))
        moved++
    }
    if (rows.length < BATCH_SIZE) return { moved, missing }
  }
}

interface ReturnedBody {
  readonly owner: UserId
  readonly sha256: Uint8Array
  readonly key: string
  readonly body: Uint8Array
}

async function storeBody(database: Database, { owner, sha256, key, body }: ReturnedBody): Promise<boolean> {
  return ownerTransaction(database, owner, async (tx) => {
    const updated = await tx
      .updateTable('capture_body')
      .set({ object_key: null, object_size: null, body })
      .where('user_id', '=', owner)
      .where('sha256', '=', sha256)
      .where('object_key', '=', key)
      .returning('sha256')
      .executeTakeFirst()
    if (updated) await tx.insertInto('deleted_object').values({ object_key: key }).execute()
    return updated !== undefined
  })
}

/**
 * Deletes the objects of deleted captures, and objects without a capture that are older than a day, which remain if a process
 * is killed between storing an object and its row. A run checks one of the 256 parts of the store for them.
 */
export async function deleteUnusedBodies({ database, clock, objects }: CaptureObjectDeps): Promise<void> {
  for (;;) {
    const rows = await database.read((db) =>
      db.selectFrom('deleted_object').select('object_key').limit(BATCH_SIZE).execute(),
    )
    if (rows.length === 0) break
    const keys = rows.map(({ object_key }) => object_key)
    await objects.delete(keys)
    await database.transaction((tx) => tx.deleteFrom('deleted_object').where('object_key', 'in', keys).execute())
  }
  const now = clock.now().getTime()
  const shard = (Math.floor(now / HOUR_MS) % 256).toString(16).padStart(2, '0')
  let batch: string[] = []
  for await (const { key } of objects.list(`${PREFIX}${shard}/`, new Date(now - DAY_MS))) {
    batch.push(key)
    if (batch.length < BATCH_SIZE) continue
    await deleteStrays(database, objects, batch)
    batch = []
  }
  await deleteStrays(database, objects, batch)
}

async function deleteStrays(database: Database, objects: ObjectStore, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const rows = await database.read((db) =>
    db.selectFrom('capture_body').select('object_key').where('object_key', 'in', keys).execute(),
  )
  const known = new Set(rows.map(({ object_key }) => object_key))
  await objects.delete(keys.filter((key) => !known.has(key)))
}
