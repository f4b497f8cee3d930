import { LRUCache } from 'lru-cache'
import type { ListCollections } from '../collections/list-collections.ts'
import type { Database } from '../db/database.ts'
import type { ListOwner } from '../entries/listing/list-entries.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { siteLister } from './site.repository.ts'
import { siteIds, type CollectionSubscription, type SiteSubscription, type Subscription } from './subscription.ts'

/** All subscriptions of a user. */
export interface Subscriptions {
  readonly collections: readonly CollectionSubscription[]
  /** in alphabetical order of their hosts */
  readonly sites: readonly SiteSubscription[]
  find(id: number): Subscription | undefined
  /** @returns the site of a page; a site without pages if its only page has just been saved */
  ofHost(host: string | null): SiteSubscription
}

export type ListSubscriptions = (owner: ListOwner) => Promise<Subscriptions>

/** Maximum number of users whose subscriptions are cached. Those of a large library take about 500 kB. */
const MAX_CACHED_USERS = 20

/** @returns a function that lists a user's subscriptions. It queries the database only if the user's revision has changed. */
export function subscriptionLister(database: Database, listCollections: ListCollections): ListSubscriptions {
  const listSites = siteLister(database)
  const cache = new LRUCache<UserId, { readonly revision: number; readonly subscriptions: Subscriptions }>({
    max: MAX_CACHED_USERS,
  })
  return async (owner) => {
    const known = cache.get(owner.id)
    if (known?.revision === owner.revision) return known.subscriptions
    const collections = (await listCollections(owner)).map((collection) => ({
      kind: 'collection' as const,
      id: collection.id,
      title: collection.name,
      collection,
    }))
    const listed = await listSites(owner.id)
    const ids = siteIds(listed.map(({ host }) => host))
    const sites = listed.map((site) => ({ ...siteOf(site.host, ids.get(site.host)!), ...site }))
    const subscriptions = withLookups(collections, sites)
    cache.set(owner.id, { revision: owner.revision, subscriptions })
    return subscriptions
  }
}

function withLookups(
  collections: readonly CollectionSubscription[],
  sites: readonly SiteSubscription[],
): Subscriptions {
  const byId = new Map<number, Subscription>([...collections, ...sites].map((one) => [one.id, one]))
  const byHost = new Map(sites.map((site) => [site.host, site]))
  return {
    collections,
    sites,
    find: (id) => byId.get(id),
    ofHost: (host) => byHost.get(host ?? '') ?? siteOf(host ?? '', siteIds([host ?? '']).get(host ?? '')!),
  }
}

function siteOf(host: string, id: number): SiteSubscription {
  const title = host.replace(/^www\./, '') || 'Other pages'
  return { kind: 'site', id, title, host, icon: null, total: 0, unread: 0, newestAt: new Date(0).toISOString() }
}
