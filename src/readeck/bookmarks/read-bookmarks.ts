import type { Database } from '../../db/database.ts'
import { loadEntry } from '../../entries/listing/load-entry.ts'
import { findDeletion } from '../../entries/deleting/deletion.repository.ts'
import type { FindProgress } from '../../entries/changing/store-reading-position.ts'
import type { EntryFilter, EntrySort } from '../../entries/listing/entry-filter.ts'
import type { ListEntries } from '../../entries/listing/list-entries.ts'
import type { LoadedEntry, LoadEntries } from '../../entries/listing/load-entries.ts'
import { StatusError } from '../../http/send-error.ts'
import type { SendCached } from '../../http/response-cache.ts'
import type { FindCardCopies } from '../../images/load-image-copies.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { parseId } from '../../kernel/parse-id.ts'
import { selectionConditions, type SelectionDeps } from '../../subscriptions/selection.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import { presentBookmark, presentDetails } from './bookmark.presenter.ts'
import type { KeyCall } from '../wire/endpoint.ts'
import { FILTERS, queryOf } from './list-filters.ts'
import { readForm } from '../wire/form.ts'
import type { Key } from '../account/key.ts'
import type { LoadListed } from '../../entries/listing/listed-entries.ts'
import { pageOf, setPageHeaders } from '../wire/page.ts'
import { notFound } from '../wire/readeck-error.ts'
import { textFields } from '../wire/sent-fields.ts'

export interface BookmarksDeps extends SelectionDeps {
  readonly database: Database
  readonly baseUrl: string
  readonly listEntries: ListEntries
  readonly listByQuery: ListEntries
  readonly loadEntries: LoadEntries
  readonly loadListed: LoadListed
  readonly findProgress: FindProgress
  readonly findCopies: FindCardCopies
  readonly searchesPerUser: Throttle
}

type ListDeps = BookmarksDeps & { readonly sendCached: SendCached }

const SORTS: Readonly<Record<string, EntrySort>> = {
  created: 'saved',
  title: 'title',
  duration: 'minutes',
  published: 'published',
}

/** Number of bookmarks on a page, unless the request names another. */
const USUAL_LIMIT = 50

/** Answers a list of bookmarks. */
export async function listBookmarks(deps: ListDeps, { key, query, request, reply }: KeyCall) {
  const { limit, offset } = pageOf(query, USUAL_LIMIT)
  const list = await requestedList(deps, key, query)
  const filter: EntryFilter = { ...list, ...orderOf(query), page: 1, perPage: limit, offset }
  const { total, entries } = await (filter.query ? deps.listByQuery : deps.listEntries)(key, filter)
  setPageHeaders(reply, { limit, offset, total, query, address: `${deps.baseUrl}/readeck/api/bookmarks` })
  const found = await deps.loadListed(key.id, entries)
  const copies = await copiesOf(deps, key.id, found)
  // The response depends on nothing else: reading positions change with the revision of the user.
  const url = `${request.url} ${JSON.stringify([entries, [...copies]])}`
  const typed = reply.header('cache-control', 'private').type('application/json; charset=utf-8')
  return deps.sendCached({ url, headers: request.headers }, typed, key, async () => {
    const contextOf = await contexts(deps, key.id, found, copies)
    return Buffer.from(JSON.stringify(found.map((one) => presentBookmark(one, contextOf(one)))))
  })
}

/** @returns entries as bookmarks */
export async function presentLoaded(deps: BookmarksDeps, owner: UserId, found: readonly LoadedEntry[]) {
  const contextOf = await contexts(deps, owner, found, await copiesOf(deps, owner, found))
  return found.map((one) => presentBookmark(one, contextOf(one)))
}

/** Answers one bookmark. */
export async function showBookmark(deps: BookmarksDeps, call: KeyCall) {
  const loaded = await requestedEntry(deps, call, { hasContent: false })
  const contextOf = await contexts(deps, call.key.id, [loaded], await copiesOf(deps, call.key.id, [loaded]))
  return presentDetails(loaded, contextOf(loaded))
}

type Copies = Awaited<ReturnType<FindCardCopies>>

function copiesOf({ findCopies }: BookmarksDeps, owner: UserId, found: readonly LoadedEntry[]): Promise<Copies> {
  return findCopies(
    owner,
    found.map(({ entry }) => entry),
  )
}

async function contexts(deps: BookmarksDeps, owner: UserId, found: readonly LoadedEntry[], copies: Copies) {
  const { baseUrl, findProgress } = deps
  const progress = await findProgress(
    owner,
    found.map(({ entry }) => entry.id),
  )
  return ({ entry }: LoadedEntry) => ({ baseUrl, progress: progress.get(entry.id), copies: copies.get(entry.id) })
}

/**
 * Loads the bookmark of the request.
 * @throws StatusError 404 if the user has no such bookmark
 */
export async function requestedEntry(
  deps: BookmarksDeps,
  { key, parts, reply }: Pick<KeyCall, 'key' | 'parts' | 'reply'>,
  options: { readonly hasContent: boolean },
): Promise<LoadedEntry> {
  const { loadEntries, database, baseUrl } = deps
  const sent = parseId<EntryId>(parts['id'])
  if (sent === undefined) throw notFound()
  const found = await loadEntry(loadEntries, key.id, sent, options)
  // If the fetch has merged the entry into an older one of the same page, apps still know the id of the new one.
  const kept = found ? sent : (await database.read((db) => findDeletion(db, key.id, 'entry', sent)))?.replacedBy
  const loaded = found ?? (await loadEntry(loadEntries, key.id, kept, options))
  if (!loaded) throw notFound()
  const { id } = loaded.entry
  reply.header('bookmark-id', String(id)).header('link', `<${baseUrl}/view/${id}>; rel="alternate"; type="text/html"`)
  return loaded
}

/** @returns the conditions of the list that the parameters select @throws StatusError 404, FormError */
export async function requestedList(deps: BookmarksDeps, key: Key, query: URLSearchParams) {
  const filters = readForm(FILTERS, textFields(query), 422)
  const text = queryOf(filters)
  if (text === undefined) throw new StatusError(422, 'The conditions are too long.')
  if (filters.search) await deps.searchesPerUser.take(String(key.id))
  const collection = query.get('collection') || undefined
  return selectionConditions(deps, key, {
    query: text,
    ...(filters.id && { ids: filters.id.flatMap((id) => parseId(id) ?? []) }),
    ...(collection !== undefined && { collections: [parseId(collection) ?? 0] }),
  })
}

/** @returns the order of the list; keys that only Readeck has are ignored */
export function orderOf(query: URLSearchParams): Pick<EntryFilter, 'sort' | 'order'> {
  const wanted = query.getAll('sort').find((one) => SORTS[one.replace(/^-/, '')])
  const sort = SORTS[(wanted ?? '-created').replace(/^-/, '')]!
  return { sort, order: (wanted ?? '-created').startsWith('-') ? 'desc' : 'asc' }
}
