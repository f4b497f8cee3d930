import type { LoadEntries } from '../entries/listing/load-entries.ts'
import type { CountedTag } from '../tags/list-tags.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import type { KeyUser } from '../keys/key-user.ts'
import { listItems, type ListItemsDeps } from '../subscriptions/list-items.ts'
import { siteAddress } from './item.presenter.ts'
import { feedStream, FOLDERS, labelStream, READING_LIST, STARRED } from './stream.ts'

export interface SubscriptionListDeps extends ListItemsDeps {
  readonly baseUrl: string
  readonly loadEntries: LoadEntries
  readonly listTags: (owner: UserId) => Promise<CountedTag[]>
}

const NEVER = new Date(0).toISOString()

const folder = (label: string) => ({ id: labelStream(label), label, type: 'folder' })

/** @returns the sites of all pages, and the collections, as subscriptions */
export async function subscriptionList({ listSubscriptions, baseUrl }: SubscriptionListDeps, user: KeyUser) {
  const { collections, sites } = await listSubscriptions(user)
  return {
    subscriptions: [
      ...sites.map((site) => ({
        id: feedStream(site.id),
        title: site.title,
        categories: [folder(FOLDERS.sites)],
        url: siteAddress(site),
        htmlUrl: siteAddress(site),
        iconUrl: site.icon ?? '',
      })),
      // The cache of newsboat 2.21 keeps an item only with the last subscription that contains it.
      ...collections.map(({ id, title, collection }) => ({
        id: feedStream(id),
        title,
        categories: [folder(FOLDERS.collections)],
        url: `${baseUrl}/collections/${collection.id}`,
        htmlUrl: `${baseUrl}/collections/${collection.id}`,
        iconUrl: '',
      })),
    ],
  }
}

/** @returns the state `starred`, the folders and the tags */
export async function tagList({ listTags }: SubscriptionListDeps, user: KeyUser) {
  const tags = (await listTags(user.id)).map(({ label }) => ({ id: labelStream(label), label, type: 'tag' }))
  return { tags: [{ id: STARRED }, folder(FOLDERS.collections), folder(FOLDERS.sites), ...tags] }
}

/** @returns the numbers of unread entries of each subscription, of the folder of sites, and of all */
export async function unreadCount(deps: SubscriptionListDeps, user: KeyUser) {
  const { collections, sites } = await deps.listSubscriptions(user)
  const counts = []
  for (const { id } of collections) {
    const selection = { subscriptions: [id], isArchived: false }
    const { total, entries } = await listItems(deps, user, selection, { order: 'desc', limit: 1 })
    const loaded = await deps.loadEntries(
      user.id,
      entries.map((one) => one.id),
      { hasContent: false },
    )
    const [newest] = loaded.values()
    counts.push(countOf(feedStream(id), total, newest?.entry.createdAt ?? NEVER))
  }
  const all = sites.reduce((sum, { unread }) => sum + unread, 0)
  const newest = sites.reduce((last, { newestAt }) => (newestAt > last ? newestAt : last), NEVER)
  return {
    max: all,
    unreadcounts: [
      ...counts,
      ...sites.map(({ id, unread, newestAt }) => countOf(feedStream(id), unread, newestAt)),
      countOf(labelStream(FOLDERS.sites), all, newest),
      countOf(READING_LIST, all, newest),
    ],
  }
}

function countOf(id: string, count: number, newestAt: string) {
  return { id, count, newestItemTimestampUsec: String(Date.parse(newestAt) * 1000) }
}
