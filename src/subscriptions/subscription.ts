import { createHash } from 'node:crypto'
import type { EntryId } from '../kernel/branded-ids.ts'
import type { Collection } from '../collections/collection.ts'

/** A site or a collection of a library, as apps for feeds show it. */
export type Subscription = SiteSubscription | CollectionSubscription

export interface SiteSubscription {
  readonly kind: 'site'
  readonly id: number
  readonly title: string
  readonly host: string
  readonly icon: string | null
  readonly total: number
  readonly unread: number
  /** ISO time of saving of the newest page */
  readonly newestAt: string
  /** id of the page that was saved last; undefined for a site without pages */
  readonly newestEntry?: EntryId
}

export interface CollectionSubscription {
  readonly kind: 'collection'
  readonly id: number
  readonly title: string
  readonly collection: Collection
}

/** The ids of sites are at least this number, and those of collections are less. All fit into 31 bits, as some apps need. */
const FIRST_SITE_ID = 2 ** 30

/**
 * @param hosts in alphabetical order
 * @returns the id of each site: a hash of its host, so that it needs no table. If two hosts of a library have the same hash,
 *   the second one gets the next number.
 */
export function siteIds(hosts: readonly string[]): Map<string, number> {
  const ids = new Map<string, number>()
  const taken = new Set<number>()
  for (const host of hosts) {
    const hash = createHash('sha256').update(host).digest().readUInt32BE()
    let id = FIRST_SITE_ID + (hash % FIRST_SITE_ID)
    while (taken.has(id)) id = id === 2 * FIRST_SITE_ID - 1 ? FIRST_SITE_ID : id + 1
    taken.add(id)
    ids.set(host, id)
  }
  return ids
}
