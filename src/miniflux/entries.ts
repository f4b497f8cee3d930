import { loadEntry } from '../entries/listing/load-entry.ts'
import { authorsOf } from '../entries/authors-of.ts'
import { changeMany, type ChangeManyDeps } from '../entries/changing/change-many.ts'
import type { PresentEntries } from '../entries/listing/entry-json.ts'
import { entryListJson } from '../entries/listing/entry-list-json.ts'
import type { LoadedEntry, LoadEntries } from '../entries/listing/load-entries.ts'
import type { JsonBody, JsonChunks } from '../http/json-body.ts'
import type { EntryId } from '../kernel/branded-ids.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import type { KeyUser } from '../keys/key-user.ts'
import { itemFormat } from '../subscriptions/item-format.ts'
import { itemTitle, withHtml } from '../subscriptions/item-fields.ts'
import { listItems, type ItemPage } from '../subscriptions/list-items.ts'
import type { FindSites, SiteOf } from '../subscriptions/list-subscriptions.ts'
import { followsRevision, type Selection } from '../subscriptions/selection.ts'
import type { Throttle } from '../throttling/throttle.ts'
import { MAX_IDS, parseEntriesRequest, parseIdsRequest } from './entry-request.ts'
import { presentFeed, type FeedsDeps } from './feeds.ts'

export interface EntriesDeps extends FeedsDeps, ChangeManyDeps {
  readonly loadEntries: LoadEntries
  readonly presentEntries: PresentEntries
  readonly findSites: FindSites
  readonly searchesPerUser: Throttle
}

interface EntriesPage {
  /** true if the page is the same until the user's revision changes */
  readonly followsRevision: boolean
  /** @returns the page as JSON */
  readonly make: () => Promise<JsonBody>
}

/**
 * @param within selects the entries of a feed or a category in the address
 * @returns a page of entries
 * @throws AppError `invalid_input` for invalid parameters
 */
export function entriesPage(
  deps: EntriesDeps,
  user: KeyUser,
  { parameters, within = {} }: { readonly parameters: URLSearchParams; readonly within?: Selection },
): EntriesPage {
  const { selection: requested, ...page } = parseEntriesRequest(parameters)
  const selection = { ...requested, ...within }
  return { followsRevision: followsRevision(selection), make: () => listJson(deps, user, selection, page) }
}

async function listJson(deps: EntriesDeps, user: KeyUser, selection: Selection, page: ItemPage): Promise<JsonBody> {
  if (selection.query !== undefined) await deps.searchesPerUser.take(String(user.id))
  const { total, entries } = await listItems(deps, user, selection, page)
  const toJson = (item: LoadedEntry, siteOf: SiteOf) => entryJson(deps, user, item, siteOf)
  const format = itemFormat(deps.findSites, user, `Miniflux ${user.id} ${deps.baseUrl}`, toJson)
  return entryListJson({
    head: `{"total":${total},"entries":[`,
    end: ']}',
    hasContent: true,
    items: entries,
    present: (versions) => deps.presentEntries(user.id, versions, format),
  })
}

/** @returns the ids of a page of entries, newest first */
export async function entryIds(deps: EntriesDeps, user: KeyUser, parameters: URLSearchParams) {
  const { selection, ...page } = parseIdsRequest(parameters)
  const { total, entries } = await listItems(deps, user, selection, page)
  return { total, entry_ids: entries.map(({ id }) => id) }
}

/** @throws AppError `not_found` if the user has no such entry, or if it is not in the feed or category of the address */
export async function requireEntry(
  deps: EntriesDeps,
  user: KeyUser,
  { id, within }: { readonly id: EntryId | undefined; readonly within?: Selection },
): Promise<LoadedEntry> {
  const found = await loadEntry(deps.loadEntries, user.id, id, { hasContent: true })
  if (!found) throw notFound('entry')
  if (!within) return found
  const { entries } = await listItems(deps, user, { ...within, ids: [found.entry.id] }, { order: 'asc', limit: 1 })
  if (entries.length === 0) throw notFound('entry')
  return found
}

/** @returns an entry as JSON */
export function entryJson(deps: FeedsDeps, user: KeyUser, item: LoadedEntry, siteOf: SiteOf): JsonChunks {
  const { entry, tags } = item
  const site = siteOf(entry)
  const members = {
    id: entry.id,
    user_id: user.id,
    feed_id: site.id,
    status: entry.isArchived ? 'read' : 'unread',
    hash: String(entry.id),
    title: itemTitle(entry),
    url: entry.url,
    comments_url: '',
    language: entry.language ?? '',
    published_at: entry.createdAt,
    created_at: entry.createdAt,
    changed_at: entry.updatedAt,
    author: authorsOf(entry).join(', '),
    share_code: '',
    starred: entry.isStarred,
    reading_time: entry.readingTime,
    enclosures: [],
    feed: presentFeed(deps, user, site),
    tags: tags.map(({ label }) => label),
  }
  return withHtml(members, 'content', item)
}

/**
 * Archives, unarchives, stars or unstars entries.
 * @param body `{"entry_ids": […], "status": "read", "starred": true}`
 * @throws AppError `invalid_input`; then nothing has changed
 */
export async function updateEntries(deps: EntriesDeps, user: KeyUser, body: unknown, requestId: string): Promise<void> {
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>
  const ids = requireIds(fields['entry_ids'])
  const kinds = [...kindOf(fields, 'status', STATUS_KINDS), ...kindOf(fields, 'starred', STAR_KINDS)]
  if (kinds.length === 0) throw new AppError('invalid_input', 'status or starred is required')
  for (const kind of kinds) await changeMany(deps, user.id, ids, { action: { kind }, requestId })
}

type Kind = 'archive' | 'unarchive' | 'star' | 'unstar'

const STATUS_KINDS: ReadonlyMap<unknown, Kind> = new Map([
  ['read', 'archive'],
  ['unread', 'unarchive'],
])
const STAR_KINDS: ReadonlyMap<unknown, Kind> = new Map([
  [true, 'star'],
  [false, 'unstar'],
])

function kindOf(fields: Readonly<Record<string, unknown>>, name: string, kinds: ReadonlyMap<unknown, Kind>): Kind[] {
  const value = fields[name] ?? ''
  if (value === '') return []
  const kind = kinds.get(value)
  if (!kind) throw new AppError('invalid_input', `invalid value of ${name}`)
  return [kind]
}

function requireIds(value: unknown): EntryId[] {
  const ids = Array.isArray(value) ? (value as unknown[]) : []
  const isValid = ids.every((id) => Number.isSafeInteger(id) && Number(id) > 0)
  if (isValid && ids.length > 0 && ids.length <= MAX_IDS) return ids as EntryId[]
  throw new AppError('invalid_input', `entry_ids must be a list of 1 to ${MAX_IDS} ids`)
}

/** Stars an entry, or unstars it if it is starred, because the API has no other request for it in old apps. */
export async function toggleStar(
  deps: EntriesDeps,
  user: KeyUser,
  { id, requestId }: { readonly id: EntryId | undefined; readonly requestId: string },
): Promise<void> {
  const { entry } = await requireEntry(deps, user, { id })
  const kind = entry.isStarred ? 'unstar' : 'star'
  await changeMany(deps, user.id, [entry.id], { action: { kind }, requestId })
}
