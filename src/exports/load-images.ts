import type { Database } from '../db/database.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import type { ImageStore } from '../images/image-store.ts'
import type { StoredImage } from './exported-entry.ts'

/**
 * Maximum total size in bytes and maximum number of the images of one entry. Further images become links to their
 * originals.
 */
const MAX_BYTES = 40 * 1024 * 1024
const MAX_IMAGES = 200

interface Row {
  readonly url_hash: Uint8Array
  readonly sha256: Uint8Array
  readonly size: number
  readonly type: string
}

const FIND_IMAGES =
  'select url_hash, sha256, size, type from entry_image where user_id = $1 and entry_id = $2 ' +
  `order by size, url_hash limit ${MAX_IMAGES}`

export type LoadImages = (owner: UserId, id: EntryId) => Promise<readonly StoredImage[]>

/**
 * @returns a function that reads the stored copies of an entry's images, smallest first, at most 200 images and 40 MB
 */
export function imageLoader(database: Database, store: ImageStore): LoadImages {
  const find = database.prepare<Row>(FIND_IMAGES)
  return async (owner, id) => {
    const images: StoredImage[] = []
    let total = 0
    for (const row of await find.all(owner, id)) {
      total += Number(row.size)
      if (total > MAX_BYTES) break
      const bytes = await store.read(row.sha256)
      if (!bytes) continue
      images.push({ key: Buffer.from(row.url_hash).toString('hex'), type: row.type, bytes })
    }
    return images
  }
}
