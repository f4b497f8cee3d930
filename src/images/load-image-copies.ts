import type { Database, Dialect } from '../db/database.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import type { ImageAddresses } from './image-address.ts'
import { addressKey } from './address-key.ts'
import type { ImageSize } from './image-size-limit.ts'

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

/** Paths of the copies of a card's images on this server, with their sizes; absent for an image without a copy. */
export interface CardCopies {
  readonly lead?: string
  readonly leadSize?: ImageSize
  readonly icon?: string
  readonly iconSize?: ImageSize
}

/** Finds the copies of the images on several cards. The keys of the result are entry ids. */
export type FindCardCopies = (
  owner: UserId,
  entries: readonly CardPictures[],
) => Promise<ReadonlyMap<number, CardCopies>>

/**
 * SQL that finds the copies for pairs of an entry id and an address key. The pairs are passed as JSON, so that one
 * statement fits any number of them.
 */
const LOAD_CARDS: Readonly<Record<Dialect, string>> = {
  sqlite: `
    select copy.entry_id, copy.url_hash, copy.sha256, copy.type, copy.width, copy.height from json_each($2) as pair
    join entry_image as copy on copy.user_id = $1 and copy.entry_id = pair.value ->> 0
      and copy.url_hash = unhex(pair.value ->> 1)`,
  postgres: `
    select copy.entry_id, copy.url_hash, copy.sha256, copy.type, copy.width, copy.height from json_array_elements($2::json) as pair
    join entry_image as copy on copy.user_id = $1 and copy.entry_id = (pair.value ->> 0)::bigint
      and copy.url_hash = decode(pair.value ->> 1, 'hex')`,
}

/**
 * @returns a function that finds the copies of the images on several cards with one query. The keys of the result are
 *   entry ids.
 */
export function cardCopyLoader(database: Database, addresses: Pick<ImageAddresses, 'pathOf'>): FindCardCopies {
  const statement = database.prepare<CopyRow>(LOAD_CARDS[database.dialect])
  return async (owner, entries) => {
    const pairs = entries.flatMap(({ id, previewPicture, siteIcon }) =>
      [previewPicture, siteIcon].flatMap((address) => (address === null ? [] : [[id, hexKey(address)]])),
    )
    if (pairs.length === 0) return new Map()
    const rows = await statement.all(owner, JSON.stringify(pairs))
    const copies = new Map(
      rows.map((row): [string, ShownCopy] => {
        const { width, height } = row
        return [`${row.entry_id} ${hex(row.url_hash)}`, { path: addresses.pathOf(row.sha256, row.type), width, height }]
      }),
    )
    const copyOf = (id: EntryId, address: string | null) =>
      address === null ? undefined : copies.get(`${id} ${hexKey(address)}`)
    return new Map(entries.map((entry) => [entry.id, copiesOf(entry, copyOf)]))
  }
}

function copiesOf(
  { id, previewPicture, siteIcon }: CardPictures,
  copyOf: (id: EntryId, address: string | null) => ShownCopy | undefined,
): CardCopies {
  const [lead, icon] = [copyOf(id, previewPicture), copyOf(id, siteIcon)]
  return {
    ...(lead && { lead: lead.path, leadSize: { width: lead.width, height: lead.height } }),
    ...(icon && { icon: icon.path, iconSize: { width: icon.width, height: icon.height } }),
  }
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const hexKey = (address: string): string => hex(addressKey(address))
