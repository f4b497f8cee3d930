import type { Database, Dialect } from '../db/database.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import type { ImageAddresses } from './image-address.ts'
import { addressKey } from './address-key.ts'

/** The copy of an image on this server. Pages show it instead of the original. */
export interface ShownCopy {
  /** path of the copy on this server */
  readonly path: string
  /** in pixels */
  readonly width: number
  readonly height: number
}

/** Returns the copy of the image at `address`; undefined if there is none. */
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

/** Loads the copies of all images of an entry. */
export type LoadCopies = (owner: UserId, id: EntryId) => Promise<FindCopy>

/** @returns a function that loads the copies of all images of an entry. It needs only one query. */
export function copyLoader(database: Database, { pathOf }: Pick<ImageAddresses, 'pathOf'>): LoadCopies {
  const statement = database.prepare<CopyRow>(LOAD)
  return async (owner, id) => {
    const rows = await statement.all(owner, id)
    const copies = new Map(
      rows.map(({ url_hash, sha256, type, width, height }) => [
        hex(url_hash),
        { path: pathOf(sha256, type), width, height },
      ]),
    )
    return (address) => copies.get(hexKey(address))
  }
}

/** The addresses of the images that the card of an entry shows. */
interface CardPictures {
  readonly id: EntryId
  readonly previewPicture: string | null
  readonly siteIcon: string | null
}

/** Paths of the copies of a card's images on this server; absent for an image without a copy. */
interface CardCopies {
  readonly lead?: string
  readonly icon?: string
}

/**
 * SQL that finds the copies for pairs of an entry id and an address key. The pairs are passed as JSON, so that one
 * statement fits any number of them.
 */
const LOAD_CARDS: Readonly<Record<Dialect, string>> = {
  sqlite: `
    select copy.entry_id, copy.url_hash, copy.sha256, copy.type from json_each($2) as pair
    join entry_image as copy on copy.user_id = $1 and copy.entry_id = pair.value ->> 0
      and copy.url_hash = unhex(pair.value ->> 1)`,
  postgres: `
    select copy.entry_id, copy.url_hash, copy.sha256, copy.type from json_array_elements($2::json) as pair
    join entry_image as copy on copy.user_id = $1 and copy.entry_id = (pair.value ->> 0)::bigint
      and copy.url_hash = decode(pair.value ->> 1, 'hex')`,
}

/**
 * @returns a function that finds the copies of the images on several cards with one query. The keys of the result are
 *   entry ids.
 */
export function cardCopyLoader(
  database: Database,
  addresses: Pick<ImageAddresses, 'pathOf'>,
): (owner: UserId, entries: readonly CardPictures[]) => Promise<ReadonlyMap<number, CardCopies>> {
  type Row = Pick<CopyRow, 'entry_id' | 'url_hash' | 'sha256' | 'type'>
  const statement = database.prepare<Row>(LOAD_CARDS[database.dialect])
  return async (owner, entries) => {
    const pairs = entries.flatMap(({ id, previewPicture, siteIcon }) =>
      [previewPicture, siteIcon].flatMap((address) => (address === null ? [] : [[id, hexKey(address)]])),
    )
    if (pairs.length === 0) return new Map()
    const rows = await statement.all(owner, JSON.stringify(pairs))
    const paths = new Map(
      rows.map((row) => [`${row.entry_id} ${hex(row.url_hash)}`, addresses.pathOf(row.sha256, row.type)]),
    )
    const pathOf = (id: EntryId, address: string | null) => address && paths.get(`${id} ${hexKey(address)}`)
    return new Map(entries.map((entry) => [entry.id, copiesOf(entry, pathOf)]))
  }
}

function copiesOf(
  { id, previewPicture, siteIcon }: CardPictures,
  pathOf: (id: EntryId, address: string | null) => string | null | undefined,
): CardCopies {
  const [lead, icon] = [pathOf(id, previewPicture), pathOf(id, siteIcon)]
  return { ...(lead && { lead }), ...(icon && { icon }) }
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const hexKey = (address: string): string => hex(addressKey(address))
