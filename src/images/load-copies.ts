import type { Database, Dialect } from '../db/database.ts'
import type { EntryId, UserId } from '../kernel/brand.ts'
import { extensionOf } from './image-kind.ts'
import { addressKey } from './image-tags.ts'

/** An image of ours in place of a foreign one. */
export interface ShownCopy {
  /** path on this server */
  readonly path: string
  /** pixels */
  readonly width: number
  readonly height: number
}

/** @returns the copy of an image address, or undefined while there is none */
export type FindCopy = (address: string) => ShownCopy | undefined

interface CopyRow {
  readonly entry_id: number
  readonly url_hash: Uint8Array
  readonly sha256: Uint8Array
  readonly type: string
  readonly width: number
  readonly height: number
}

const LOAD = 'select url_hash, sha256, type, width, height from entry_image where user_id = $1 and entry_id = $2'

/** @returns a function that finds the copies of everything that one entry shows, with one query */
export function copyLoader(database: Database): (owner: UserId, id: EntryId) => Promise<FindCopy> {
  const statement = database.prepare<CopyRow>(LOAD)
  return async (owner, id) => {
    const rows = await statement.all(owner, id)
    const copies = new Map(rows.map((row) => [Buffer.from(row.url_hash).toString('hex'), shown(row)]))
    return (address) => copies.get(Buffer.from(addressKey(address)).toString('hex'))
  }
}

/** The lead picture of an entry. */
export interface LeadPicture {
  readonly id: EntryId
  readonly previewPicture: string | null
}

/** Pairs of an entry and a key, as JSON text, meet the primary key. */
const LOAD_LEADS: Readonly<Record<Dialect, string>> = {
  sqlite: `
    select copy.entry_id, copy.sha256, copy.type from json_each($2) as pair
    join entry_image as copy on copy.user_id = $1 and copy.entry_id = pair.value ->> 0
      and copy.url_hash = unhex(pair.value ->> 1)`,
  postgres: `
    select copy.entry_id, copy.sha256, copy.type from json_array_elements($2::json) as pair
    join entry_image as copy on copy.user_id = $1 and copy.entry_id = (pair.value ->> 0)::bigint
      and copy.url_hash = decode(pair.value ->> 1, 'hex')`,
}

/** @returns a function that finds the copies of lead pictures, with one query, as paths on this server by entry */
export function leadLoader(
  database: Database,
): (owner: UserId, entries: readonly LeadPicture[]) => Promise<ReadonlyMap<number, string>> {
  const statement = database.prepare<Pick<CopyRow, 'entry_id' | 'sha256' | 'type'>>(LOAD_LEADS[database.dialect])
  return async (owner, entries) => {
    const pairs = entries.flatMap(({ id, previewPicture }) =>
      previewPicture === null ? [] : [[id, Buffer.from(addressKey(previewPicture)).toString('hex')]],
    )
    if (pairs.length === 0) return new Map()
    const rows = await statement.all(owner, JSON.stringify(pairs))
    return new Map(rows.map(({ entry_id, sha256, type }) => [entry_id, imagePath(sha256, type)]))
  }
}

function shown({ sha256, type, width, height }: CopyRow): ShownCopy {
  return { path: imagePath(sha256, type), width, height }
}

/** @returns the path under which an image is served; nobody can guess it who does not know the image */
function imagePath(sha256: Uint8Array, type: string): string {
  return `/images/${Buffer.from(sha256).toString('hex')}.${extensionOf(type)}`
}
