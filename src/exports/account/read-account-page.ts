import { buffer } from 'node:stream/consumers'
import type { Database } from '../../db/database.ts'
import { decompressBody } from '../../entries/captures/read-body-object.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { ObjectStore } from '../../objects/object-store.ts'

export interface AccountPageDeps {
  readonly database: Database
  readonly objects: ObjectStore
}

interface BodyRow {
  readonly body: Uint8Array
  readonly object_key: string | null
}

/**
 * @returns a stored page as its server sent it; undefined if it is missing or damaged
 * @throws AppError `unavailable` if it is in the object store, which fails
 */
export async function readPage(
  { database, objects }: AccountPageDeps,
  owner: UserId,
  sha256: Uint8Array,
): Promise<Uint8Array | undefined> {
  const find = database.prepare<BodyRow>('select body, object_key from capture_body where user_id = $1 and sha256 = $2')
  // Between the two reads, the page may have moved to another place.
  return (
    (await readBody(objects, sha256, await find.all(owner, sha256))) ??
    readBody(objects, sha256, await find.all(owner, sha256))
  )
}

async function readBody(
  objects: ObjectStore,
  sha256: Uint8Array,
  [row]: readonly BodyRow[],
): Promise<Uint8Array | undefined> {
  if (!row) return undefined
  const object = row.object_key === null ? undefined : await objects.get(row.object_key)
  const compressed = row.object_key === null ? row.body : object && (await buffer(object.body))
  return compressed && decompressBody(compressed, sha256)
}
