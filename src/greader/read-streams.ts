import type { FindSites } from '../subscriptions/list-subscriptions.ts'
import type { LoadedEntry, LoadEntries } from '../entries/listing/load-entries.ts'
import type { EntryId } from '../kernel/branded-ids.ts'
import type { KeyUser } from '../keys/key-user.ts'
import { listItems, type ListItemsDeps } from '../subscriptions/list-items.ts'
import { parseItemIds } from './item-id.ts'
import { itemJson } from './item.presenter.ts'
import { parseStreamRequest } from './stream-request.ts'
import { READING_LIST } from './stream.ts'

export interface ReadStreamsDeps extends ListItemsDeps {
  readonly loadEntries: LoadEntries
  readonly findSites: FindSites
}

/** Maximum number of ids in a response. */
const MAX_IDS = 10_000
/** Maximum number of items with their text in a response. */
export const MAX_CONTENTS = 1000
/** Number of items whose text is in memory at the same time. */
const BATCH_SIZE = 50

/** A page of a stream: the ids of its items, and where the next page begins. */
interface StreamPage {
  readonly stream: string
  readonly ids: readonly EntryId[]
  readonly continuation?: string
}

/** @returns the ids of a page of a stream, in decimal form */
export async function itemIds(deps: ReadStreamsDeps, user: KeyUser, parameters: URLSearchParams) {
  const { ids, continuation } = await streamPage(deps, user, { parameters, most: MAX_IDS })
  return { itemRefs: ids.map((id) => ({ id: String(id) })), ...(continuation !== undefined && { continuation }) }
}

interface WantedPage {
  readonly parameters: URLSearchParams
  readonly most: number
  /** id of the stream, if it is not in the parameters */
  readonly stream?: string | undefined
}

/** @returns a page of a stream */
export async function streamPage(
  deps: ReadStreamsDeps,
  user: KeyUser,
  { parameters, most, stream: named }: WantedPage,
): Promise<StreamPage> {
  const { stream, selection, order, limit } = parseStreamRequest(parameters, { stream: named, most })
  const { total, entries } = await listItems(deps, user, selection, { order, limit })
  const hasMore = total > entries.length
  const ids = entries.map(({ id }) => id)
  return { stream, ids, ...(hasMore && ids.length > 0 && { continuation: String(ids.at(-1)) }) }
}

/** @returns the items with the ids in the parameters `i`, as parts of a JSON text */
export function requestedItems(
  deps: ReadStreamsDeps,
  user: KeyUser,
  parameters: URLSearchParams,
): AsyncGenerator<string> {
  const ids = parseItemIds(parameters.getAll('i')).slice(0, MAX_CONTENTS)
  return itemsJson(deps, user, { stream: READING_LIST, ids })
}

/** @yields the parts of a JSON text with the items of a page */
export async function* itemsJson(
  deps: ReadStreamsDeps,
  user: KeyUser,
  { stream, ids, continuation }: StreamPage,
): AsyncGenerator<string> {
  const head = { direction: 'ltr', id: stream, title: 'Dogear', ...(continuation !== undefined && { continuation }) }
  yield `${JSON.stringify(head).slice(0, -1)},"items":[`
  let separator = ''
  for await (const items of itemBatches(deps, user, ids)) {
    const siteOf = await deps.findSites(user, items)
    yield separator + items.map((item) => itemJson(item, siteOf)).join(',')
    separator = ','
  }
  yield ']}'
}

/**
 * @yields the entries with their text in batches, in the order of the ids. Ids of other users and of deleted entries are
 *   skipped.
 */
export async function* itemBatches(
  { loadEntries }: Pick<ReadStreamsDeps, 'loadEntries'>,
  user: KeyUser,
  ids: readonly EntryId[],
): AsyncGenerator<LoadedEntry[]> {
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const batch = ids.slice(start, start + BATCH_SIZE)
    const loaded = await loadEntries(user.id, batch, { hasContent: true })
    const found = batch.flatMap((id) => loaded.get(id) ?? [])
    if (found.length > 0) yield found
  }
}
