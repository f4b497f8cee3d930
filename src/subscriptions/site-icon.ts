import type { Database } from '../db/database.ts'
import { addressKey } from '../images/address-key.ts'
import { findCopies } from '../images/image.repository.ts'
import type { ImageStore } from '../images/image-store.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import type { SiteSubscription } from './subscription.ts'

export interface SiteIconDeps {
  readonly database: Database
  readonly images: ImageStore
}

interface SiteIcon {
  /** media type such as `image/png` */
  readonly type: string
  readonly bytes: Uint8Array
}

const MAX_BYTES = 256 * 1024

/** @returns the copy of the icon of a site on this server; undefined if there is none, or if it is larger than 256 kB */
export async function findSiteIcon(
  { database, images }: SiteIconDeps,
  owner: UserId,
  { icon, newestEntry }: SiteSubscription,
): Promise<SiteIcon | undefined> {
  if (icon === null || newestEntry === undefined) return undefined
  const copies = await database.read((db) => findCopies(db, owner, newestEntry))
  const copy = copies.get(Buffer.from(addressKey(icon)).toString('hex'))
  const bytes = copy && copy.size <= MAX_BYTES ? await images.read(copy.sha256) : undefined
  return copy && bytes && { type: copy.type, bytes }
}
