import { loadInOrder } from '../entries/listing/load-entry.ts'
import { authorsOf } from '../entries/authors-of.ts'
import { changeMany, type ChangeManyDeps } from '../entries/changing/change-many.ts'
import type { CountLists } from '../entries/listing/count-lists.ts'
import type { PresentEntries } from '../entries/listing/entry-json.ts'
import type { LoadedEntry, LoadEntries } from '../entries/listing/load-entries.ts'
import type { JsonChunks } from '../http/json-body.ts'
import { unixSeconds } from '../kernel/clock.ts'
import type { EntryId } from '../kernel/branded-ids.ts'
import { AppError } from '../kernel/errors.ts'
import type { KeyUser } from '../keys/key-user.ts'
import { itemFormat } from '../subscriptions/item-format.ts'
import { itemTitle, withHtml } from '../subscriptions/item-fields.ts'
import { allItemIds, archiveItems, listItems, type ListItemsDeps } from '../subscriptions/list-items.ts'
import type { FindSites, SiteOf } from '../subscriptions/list-subscriptions.ts'
import { MAX_ITEMS, parseItems, type Mark } from './fever-request.ts'

export interface FeverDeps extends ListItemsDeps, ChangeManyDeps {
  readonly loadEntries: LoadEntries
  readonly presentEntries: PresentEntries
  readonly findSites: FindSites
  readonly countLists: CountLists
}

/** The only group: all sites. Collections cannot be groups of feeds, because they contain items of any site. */
const SITES = { id: 1, title: 'Sites' }
/** Ids that mean all feeds: the group of sites, and the group "Kindling", which contains the ordinary feeds. */
const GROUPS_OF_ALL: ReadonlySet<number> = new Set([0, SITES.id])

/** @returns the group of all sites */
export async function groups(deps: FeverDeps, user: KeyUser) {
  return { groups: [SITES], ...(await feedsGroups(deps, user)) }
}

async function feedsGroups({ listSubscriptions }: FeverDeps, user: KeyUser) {
  const { sites } = await listSubscriptions(user)
  return { feeds_groups: [{ group_id: SITES.id, feed_ids: sites.map(({ id }) => id).join(',') }] }
}

/** @returns the sites as feeds */
export async function feeds(deps: FeverDeps, user: KeyUser) {
  const { sites } = await deps.listSubscriptions(user)
  const presented = sites.map(({ id, title, host, newestAt }) => ({
    id,
    favicon_id: 0,
    title,
    url: host === '' ? '' : `https://${host}/`,
    site_url: host === '' ? '' : `https://${host}/`,
    is_spark: 0,
    last_updated_on_time: unixSeconds(newestAt),
  }))
  return { feeds: presented, ...(await feedsGroups(deps, user)) }
}

/** @returns the ids of all unread entries */
export async function unreadItemIds(deps: FeverDeps, user: KeyUser) {
  return { unread_item_ids: (await allItemIds(deps, user, { isArchived: false })).join(',') }
}

/** @returns the ids of all starred entries */
export async function savedItemIds(deps: FeverDeps, user: KeyUser) {
  return { saved_item_ids: (await allItemIds(deps, user, { isStarred: true })).join(',') }
}

/** @returns the number of all entries, and up to 50 of them, each as JSON */
export async function items(deps: FeverDeps, user: KeyUser, parameters: URLSearchParams) {
  const wanted = parseItems(parameters)
  const format = itemFormat(deps.findSites, user, 'Fever', itemJson)
  const { all: total } = await deps.countLists(user)
  if ('ids' in wanted) {
    const loaded = await loadInOrder(deps.loadEntries, user.id, wanted.ids, { hasContent: true })
    return { total_items: total, items: await format.present(loaded) }
  }
  const { order, ...selection } = wanted
  const { entries } = await listItems(deps, user, selection, { order, limit: MAX_ITEMS })
  return { total_items: total, items: await deps.presentEntries(user.id, entries, format) }
}

function itemJson(item: LoadedEntry, siteOf: SiteOf): JsonChunks {
  const { entry } = item
  const members = {
    id: entry.id,
    feed_id: siteOf(entry).id,
    title: itemTitle(entry),
    author: authorsOf(entry).join(', '),
    url: entry.url,
    is_saved: entry.isStarred ? 1 : 0,
    is_read: entry.isArchived ? 1 : 0,
    created_on_time: unixSeconds(entry.createdAt),
  }
  return withHtml(members, 'html', item)
}

const ACTIONS = { read: 'archive', unread: 'unarchive', saved: 'star', unsaved: 'unstar' } as const

/**
 * Archives or stars an entry, or archives all entries of a site or of all sites. The latter can be undone in the history.
 * @throws AppError `not_found` for an unknown site, `invalid_input` for an unknown group
 */
export async function changeItems(deps: FeverDeps, user: KeyUser, mark: Mark, requestId: string): Promise<void> {
  const { target, as, id, before } = mark
  if (target === 'item') {
    await changeMany(deps, user.id, [id as EntryId], { action: { kind: ACTIONS[as] }, requestId })
    return
  }
  if (target === 'group' && !GROUPS_OF_ALL.has(id)) throw new AppError('invalid_input', 'no such group')
  const selection = { ...(target === 'feed' && { subscriptions: [id] }), ...(before && { savedUntil: before }) }
  await archiveItems(deps, user, selection, requestId)
}
