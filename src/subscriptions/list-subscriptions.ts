import { LRUCache } from 'lru-cache'
import type { ListCollections } from '../collections/list-collections.ts'
import type { Database } from '../db/database.ts'
import type { Entry } from '../entries/entry.ts'
import type { ListOwner } from '../entries/listing/list-entries.ts'
import type { LoadedEntry } from '../entries/listing/load-entries.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { siteLister } from './site.repository.ts'
import { siteIds, type CollectionSubscription, type SiteSubscription, type Subscription } from './subscription.ts'

/** All subscriptions of a user. */
export interface Subscriptions {
  readonly collections: readonly CollectionSubscription[]
  /** in alphabetical order of their hosts */
  readonly sites: readonly SiteSubscription[]
  find(id: number): Subscription | undefined
  /** @returns the site of a host; undefined if the user has no page of it */
  ofHost(host: string): SiteSubscription | undefined
}

export type ListSubscriptions = (owner: ListOwner) => Promise<Subscriptions>

/**
 * Finds the sites of entries. Their numbers, times and icons may be those of an earlier revision, but their ids and titles
 * are current.
 */
export type FindSites = (owner: ListOwner, entries: readonly LoadedEntry[]) => Promise<SiteOf>

/** Returns the site of one of the entries. */
export type SiteOf = (entry: Pick<Entry, 'domainName'>) => SiteSubscription

/** Maximum number of users whose subscriptions are cached. Those of a large library take about 500 kB. */
const MAX_CACHED_USERS = 20

interface SubscriptionListers {
  /** queries the database only if the user's revision has changed */
  readonly listSubscriptions: ListSubscriptions
  /**
   * queries the database only if there is a site that the last list lacks. The id of a known site is its hash and
   * does not depend on other entries, so apps can change entries and read on without listing all sites again.
   */
  readonly findSites: FindSites
}

export function subscriptionListers(database: Database, listCollections: ListCollections): SubscriptionListers {
  const listSites = siteLister(database)
  const cache = new LRUCache<UserId, { readonly revision: number; readonly subscriptions: Subscriptions }>({
    max: MAX_CACHED_USERS,
  })
  const listSubscriptions: ListSubscriptions = async (owner) => {
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
  const findSites: FindSites = async (owner, entries) => {
    const last = cache.get(owner.id)?.subscriptions
    const isKnown = last && entries.every(({ entry }) => last.ofHost(hostOf(entry)))
    const { ofHost } = isKnown ? last : await listSubscriptions(owner)
    return (entry) => ofHost(hostOf(entry)) ?? unlistedSite(hostOf(entry))
  }
  return { listSubscriptions, findSites }
}

const hostOf = ({ domainName }: Pick<Entry, 'domainName'>): string => domainName ?? ''

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
    ofHost: (host) => byHost.get(host),
  }
}

function siteOf(host: string, id: number): SiteSubscription {
  const title = host.replace(/^www\./, '') || 'Other pages'
  return { kind: 'site', id, title, host, icon: null, total: 0, unread: 0, newestAt: new Date(0).toISOString() }
}

/** @returns the site of a page that was saved after the list was made */
export function unlistedSite(host: string): SiteSubscription {
  return siteOf(host, siteIds([host]).get(host)!)
}
