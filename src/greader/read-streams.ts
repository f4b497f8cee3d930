import { itemFormat } from '../subscriptions/item-format.ts'
import type { FindSites } from '../subscriptions/list-subscriptions.ts'
import { loadInOrder } from '../entries/listing/load-entry.ts'
import type { PresentEntries } from '../entries/listing/entry-json.ts'
import { entryListJson } from '../entries/listing/entry-list-json.ts'
import type { EntryVersion } from '../entries/listing/list-entries.ts'
import type { LoadedEntry, LoadEntries } from '../entries/listing/load-entries.ts'
import type { JsonBody, JsonChunks } from '../http/json-body.ts'
import type { KeyUser } from '../keys/key-user.ts'
import { listItems, type ListItemsDeps } from '../subscriptions/list-items.ts'
import { parseItemIds } from './item-id.ts'
import { itemJson } from './item.presenter.ts'
import { followsRevision } from '../subscriptions/selection.ts'
import { parseStreamRequest, type StreamRequest } from './stream-request.ts'
import { READING_LIST } from './stream.ts'

export interface ReadStreamsDeps extends ListItemsDeps {
  readonly loadEntries: LoadEntries
  readonly presentEntries: PresentEntries
  readonly findSites: FindSites
}

/** Maximum number of ids in a response. */
const MAX_IDS = 10_000
/** Maximum number of items with their text in a response. */
export const MAX_CONTENTS = 1000
/** Number of items whose text is in memory at the same time. */
const BATCH_SIZE = 50

/** A page of a stream: its items, and where the next page begins. */
interface StreamPage {
  readonly stream: string
  readonly items: readonly EntryVersion[]
  readonly continuation?: string
}

/** @returns the ids of a page of a stream, in decimal form */
export async function itemIds(deps: ReadStreamsDeps, user: KeyUser, parameters: URLSearchParams) {
  const { items, continuation } = await streamPage(deps, user, { parameters, most: MAX_IDS })
  return { itemRefs: items.map(({ id }) => ({ id: String(id) })), ...(continuation !== undefined && { continuation }) }
}

interface WantedPage {
  readonly parameters: URLSearchParams
  readonly most: number
  /** id of the stream, if it is not in the parameters */
  readonly stream?: string | undefined
}

/** @returns a page of a stream */
export async function streamPage(deps: ReadStreamsDeps, user: KeyUser, wanted: WantedPage): Promise<StreamPage> {
  return pageOf(deps, user, parseStreamRequest(wanted.parameters, wanted))
}

async function pageOf(
  deps: ReadStreamsDeps,
  user: KeyUser,
  { stream, selection, order, limit }: StreamRequest,
): Promise<StreamPage> {
  const { total, entries } = await listItems(deps, user, selection, { order, limit })
  const hasMore = total > entries.length
  const last = entries.at(-1)
  return { stream, items: entries, ...(hasMore && last && { continuation: String(last.id) }) }
}

/** Returns a page of a stream with its items, as JSON. */
interface StreamContents {
  /** true if the page is the same until the user's revision changes */
  readonly followsRevision: boolean
  readonly make: () => Promise<JsonBody>
}

/** @throws AppError `invalid_input` for invalid parameters */
export function streamContents(deps: ReadStreamsDeps, user: KeyUser, wanted: WantedPage): StreamContents {
  const request = parseStreamRequest(wanted.parameters, wanted)
  const make = async () => {
    const page = await pageOf(deps, user, request)
    const format = itemFormat(deps.findSites, user, 'Google Reader', itemJson)
    return itemList(page, page.items, (versions) => deps.presentEntries(user.id, versions, format))
  }
  return { followsRevision: followsRevision(request.selection), make }
}

/** @returns the items with the ids in the parameters `i`, as JSON */
export function requestedItems(deps: ReadStreamsDeps, user: KeyUser, parameters: URLSearchParams): Promise<JsonBody> {
  const ids = parseItemIds(parameters.getAll('i')).slice(0, MAX_CONTENTS)
  const format = itemFormat(deps.findSites, user, 'Google Reader', itemJson)
  return itemList({ stream: READING_LIST }, ids, async (batch) => {
    return format.present(await loadInOrder(deps.loadEntries, user.id, batch, { hasContent: true }))
  })
}

function itemList<Item>(
  { stream, continuation }: Pick<StreamPage, 'stream' | 'continuation'>,
  items: readonly Item[],
  present: (items: readonly Item[]) => Promise<readonly JsonChunks[]>,
): Promise<JsonBody> {
  const head = { direction: 'ltr', id: stream, title: 'Dogear', ...(continuation !== undefined && { continuation }) }
  const start = `${JSON.stringify(head).slice(0, -1)},"items":[`
  return entryListJson({ head: start, end: ']}', hasContent: true, items, present })
}

/** @yields the items with their text in batches. Those that were deleted meanwhile are skipped. */
export async function* itemBatches(
  { loadEntries }: Pick<ReadStreamsDeps, 'loadEntries'>,
  user: KeyUser,
  items: readonly EntryVersion[],
): AsyncGenerator<LoadedEntry[]> {
  for (let start = 0; start < items.length; start += BATCH_SIZE) {
    const batch = items.slice(start, start + BATCH_SIZE).map(({ id }) => id)
    const found = await loadInOrder(loadEntries, user.id, batch, { hasContent: true })
    if (found.length > 0) yield found
  }
}
