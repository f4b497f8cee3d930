import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { ExpressionBuilder } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Db, Schema } from '../../db/schema.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { AppError } from '../../kernel/errors.ts'
import type { ObjectStore } from '../../objects/object-store.ts'
import { readBodyObject } from '../captures/read-body-object.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'

/** Maximum number of response bodies that one sweep deletes. The next sweep continues. */
const MAX_ORPHANS = 1000

/** A page as its server sent it, compressed for storing. */
export interface CompressedCapture {
  readonly url: string
  readonly status: number
  /** response headers as JSON text */
  readonly headers: string
  readonly contentType: string | null
  readonly sha256: Uint8Array
  readonly size: number
  /** response body, compressed with zstd; `sha256` and `size` describe the uncompressed body */
  readonly body: Uint8Array
}

interface ReceivedPage {
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: string | undefined
  readonly body: Uint8Array
}

/** Hashes and compresses a page outside the event loop: a page of 8 MB would block it for a tenth of a second. */
export async function compressCapture(page: ReceivedPage): Promise<CompressedCapture> {
  const [digest, body] = await Promise.all([
    crypto.subtle.digest('SHA-256', page.body as Uint8Array<ArrayBuffer>),
    promisify(zstdCompress)(page.body),
  ])
  return {
    url: page.url,
    status: page.status,
    headers: JSON.stringify(page.headers),
    contentType: page.contentType ?? null,
    sha256: new Uint8Array(digest),
    size: page.body.length,
    body,
  }
}

/** Stores the capture of an entry and replaces an older one. A body that the owner already has is not stored again. */
export async function setCapture(
  tx: OwnerTx,
  owner: UserId,
  entryId: EntryId,
  capture: CompressedCapture & { readonly now: string },
): Promise<void> {
  await tx
    .insertInto('capture_body')
    .values({ user_id: owner, sha256: capture.sha256, size: capture.size, body: capture.body })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const values = {
    url: capture.url,
    status: capture.status,
    headers: capture.headers,
    content_type: capture.contentType,
    body_sha256: capture.sha256,
    fetched_at: capture.now,
  }
  await tx
    .insertInto('capture')
    .values({ user_id: owner, entry_id: entryId, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'entry_id']).doUpdateSet(values))
    .execute()
}

/** Finds pages as their servers sent them. */
interface CaptureSource {
  readonly database: Database
  readonly objects: ObjectStore
}

/**
 * @returns the page as its server sent it, or undefined if no capture is stored
 * @throws AppError `unavailable` if its body is in the object store, which fails
 */
export async function findCapture(
  source: CaptureSource,
  owner: UserId,
  entryId: EntryId,
): Promise<ReceivedPage | undefined> {
  const row = await source.database.read((db) => findRow(db, owner, entryId))
  if (!row) return undefined
  // Between the two reads, the body may have moved.
  const body = (await readBody(source.objects, row)) ?? (await readMovedBody(source, owner, entryId))
  if (!body) return undefined
  return {
    url: row.url,
    status: row.status,
    headers: JSON.parse(row.headers) as Record<string, string>,
    contentType: row.content_type ?? undefined,
    body,
  }
}

function findRow(db: Db, owner: UserId, entryId: EntryId) {
  return db
    .selectFrom('capture')
    .innerJoin('capture_body', (join) =>
      join
        .onRef('capture_body.user_id', '=', 'capture.user_id')
        .onRef('capture_body.sha256', '=', 'capture.body_sha256'),
    )
    .select(['capture.url', 'capture.status', 'capture.headers', 'capture.content_type'])
    .select(['capture_body.body', 'capture_body.object_key', 'capture_body.sha256'])
    .where('capture.user_id', '=', owner)
    .where('capture.entry_id', '=', entryId)
    .executeTakeFirst()
}

type BodyColumns = Pick<NonNullable<Awaited<ReturnType<typeof findRow>>>, 'body' | 'object_key' | 'sha256'>

async function readBody(
  objects: ObjectStore,
  { body, object_key: key, sha256 }: BodyColumns,
): Promise<Uint8Array | undefined> {
  if (key === null) return promisify(zstdDecompress)(body)
  return (await readBodyObject(objects, { key, sha256 }))?.plain
}

async function readMovedBody({ database, objects }: CaptureSource, owner: UserId, entryId: EntryId) {
  const row = await database.read((db) => findRow(db, owner, entryId))
  const body = row && (await readBody(objects, row))
  if (row && !body)
    throw new AppError('unavailable', `the stored page of the entry ${entryId} is not in ${objects.description}`)
  return body
}

/** Deletes the capture of an entry. Its body is deleted too, unless another capture of the owner refers to it. */
export async function removeCapture(tx: OwnerTx, owner: UserId, entryId: EntryId): Promise<void> {
  const deleted = await tx
    .deleteFrom('capture')
    .where('user_id', '=', owner)
    .where('entry_id', '=', entryId)
    .returning('body_sha256')
    .executeTakeFirst()
  if (!deleted) return
  await tx
    .deleteFrom('capture_body')
    .where('user_id', '=', owner)
    .where('sha256', '=', deleted.body_sha256)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('capture')
            .select('entry_id')
            .where('user_id', '=', owner)
            .where('body_sha256', '=', deleted.body_sha256),
        ),
      ),
    )
    .execute()
}

/** Deletes the captures of several entries, and their bodies if no other capture of the owner refers to them. */
export async function removeCaptures(tx: OwnerTx, owner: UserId, entryIds: readonly EntryId[]): Promise<void> {
  const deleted = await tx
    .deleteFrom('capture')
    .where('user_id', '=', owner)
    .where('entry_id', 'in', entryIds)
    .returning('body_sha256')
    .execute()
  if (deleted.length === 0) return
  const bodies = deleted.map(({ body_sha256 }) => body_sha256)
  const used = tx.selectFrom('capture').select('body_sha256').where('user_id', '=', owner)
  await tx
    .deleteFrom('capture_body')
    .where('user_id', '=', owner)
    .where('sha256', 'in', bodies)
    .where('sha256', 'not in', used.where('body_sha256', 'in', bodies))
    .execute()
}

/**
 * Deletes bodies without a capture. Each owner's bodies are deleted in an owner transaction, because a fetch could
 * store a capture with the same body at the same time.
 */
export async function deleteOrphanedBodies(database: Database): Promise<void> {
  const orphaned = await database.read((db) =>
    db.selectFrom('capture_body').select(['user_id', 'sha256']).where(hasNoCapture).limit(MAX_ORPHANS).execute(),
  )
  for (const [owner, bodies] of Map.groupBy(orphaned, ({ user_id }) => Number(user_id) as UserId)) {
    const hashes = bodies.map(({ sha256 }) => sha256)
    await ownerTransaction(database, owner, (tx) =>
      tx
        .deleteFrom('capture_body')
        .where('user_id', '=', owner)
        .where('sha256', 'in', hashes)
        .where(hasNoCapture)
        .execute(),
    )
  }
}

function hasNoCapture({ not, exists, selectFrom }: ExpressionBuilder<Schema, 'capture_body'>) {
  const captures = selectFrom('capture')
    .select('capture.entry_id')
    .whereRef('capture.user_id', '=', 'capture_body.user_id')
    .whereRef('capture.body_sha256', '=', 'capture_body.sha256')
  return not(exists(captures))
}
