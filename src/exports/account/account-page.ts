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
 * @returns a function that reads a stored page as its server sent it; undefined if it is missing or damaged. It throws an
 *   AppError `unavailable` if the page is in the object store, which fails.
 */
export function pageReader({ database, objects }: AccountPageDeps) {
  const find = database.prepare<BodyRow>('select body, object_key from capture_body where user_id = $1 and sha256 = $2')
  const read = async (owner: UserId, sha256: Uint8Array) => readBody(objects, sha256, await find.all(owner, sha256))
  // Between two reads, the page may have moved to another place.
  return async (owner: UserId, sha256: Uint8Array) => (await read(owner, sha256)) ?? read(owner, sha256)
}

async function readBody(
  objects: ObjectStore,
  sha256: Uint8Array,
  [row]: readonly BodyRow[],
): Promise<Uint8Array | undefined> {
  if (!row) return undefined
  const compressed = row.object_key === null ? row.body : await objects.read(row.object_key)
  return compressed && decompressBody(compressed, sha256)
}
