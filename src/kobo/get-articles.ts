import type { Database, Dialect } from '../db/database.ts'
import type { LoadBeginnings } from '../entries/listing/load-article-beginnings.ts'
import { LATEST_SECONDS, type EntryFilter } from '../entries/listing/entry-filter.ts'
import { readListPage, type ReadRows } from '../entries/listing/list-entries.ts'
import type { LoadEntries } from '../entries/listing/load-entries.ts'
import type { FindCardCopies } from '../images/load-image-copies.ts'
import { unixSeconds } from '../kernel/clock.ts'
import type { EntryId } from '../kernel/branded-ids.ts'
import { slices } from '../kernel/slices.ts'
import type { KeyUserDeps } from '../keys/key-user.ts'
import { textIn, type SentFields } from '../keys/sent-fields.ts'
import type { ListEntryChanges } from '../sync/list-entry-changes.ts'
import { articleItem, deletedItem, hasText } from './article-item.ts'
import type { KoboUser } from './kobo-user.ts'
import type { PictureAddresses } from './picture-address.ts'

export interface GetDeps extends KeyUserDeps {
  readonly database: Database
  readonly dialect: Dialect
  readonly readComposed: ReadRows
  readonly listChanges: ListEntryChanges
  readonly loadEntries: LoadEntries
  readonly loadBeginnings: LoadBeginnings
  readonly findCopies: FindCardCopies
  readonly addresses: PictureAddresses
}

/** Maximum number of articles in one answer; the device asks for the others by an offset. */
const MAX_ITEMS = 2000
/** Number of articles that are loaded together. */
const BATCH_SIZE = 100
/**
 * Changes of this many seconds before the last synchronization are sent again, because a change gets its time before it is
 * stored, and because the clock of the device may be ahead.
 */
const OVERLAP_SECONDS = 120
/**
 * Lists the unread articles; with `since`, what has changed since then. Entries without a text are left out, because the
 * device would try to download them for ever.
 */
export async function getArticles(deps: GetDeps, user: KoboUser, fields: SentFields) {
  const now = unixSeconds(deps.clock.now())
  const [count, offset, since] = ['count', 'offset', 'since'].map((name) => numberIn(fields, name))
  const page = { offset: offset!, limit: Math.min(count || MAX_ITEMS, MAX_ITEMS) }
  const { total, list } = await (since ? listChanged(deps, user, since, page) : listUnread(deps, user, page))
  return { status: 1, complete: 1, error: null, since: now, total, list }
}

/** @returns a whole number, which devices send as a number or as a text; 0 for anything else */
function numberIn(fields: SentFields, name: string): number {
  const text = textIn(fields, name) ?? ''
  return /^\d{1,15}(?:\.\d+)?$/.test(text) ? Math.floor(Number(text)) : 0
}

interface Page {
  readonly offset: number
  readonly limit: number
}

interface ArticleList {
  readonly total: number
  readonly list: Readonly<Record<string, object>>
}

async function listUnread(deps: GetDeps, user: KoboUser, { offset, limit }: Page): Promise<ArticleList> {
  const filter: EntryFilter = {
    isArchived: false,
    isNotParsed: false,
    query: { condition: { type: 'not', part: { type: 'flag', flag: 'pending' } }, dialect: deps.dialect },
    sort: 'created',
    order: 'desc',
    page: 1,
    perPage: limit,
    offset,
  }
  const { total, entries } = await readListPage(deps.readComposed, user.id, filter)
  const ids = entries.map(({ id }) => id)
  return { total, list: await presentItems(deps, user, ids) }
}

async function listChanged(deps: GetDeps, user: KoboUser, since: number, page: Page): Promise<ArticleList> {
  const from = new Date(Math.min(Math.max(0, since - OVERLAP_SECONDS), LATEST_SECONDS) * 1000).toISOString()
  const changes = await deps.listChanges(user.id, from)
  const shown = changes.slice(page.offset, page.offset + page.limit)
  const ids = shown.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id)
  const deleted = shown.filter(({ isDeleted }) => isDeleted).map(({ id }) => [String(id), deletedItem(id)] as const)
  return { total: changes.length, list: { ...(await presentItems(deps, user, ids)), ...Object.fromEntries(deleted) } }
}

async function presentItems(deps: GetDeps, user: KoboUser, ids: readonly EntryId[]): Promise<ArticleList['list']> {
  const items: (readonly [string, object])[] = []
  for await (const batch of slices(ids, BATCH_SIZE))
    items.push(...(await presentBatch(deps, user, batch, items.length)))
  return Object.fromEntries(items)
}

/** @param start number of items before those of this batch */
async function presentBatch(deps: GetDeps, { id: owner, device }: KoboUser, ids: readonly EntryId[], start: number) {
  const loaded = await deps.loadEntries(owner, ids, { hasContent: false })
  const beginnings = await deps.loadBeginnings(owner, ids)
  const entries = [...loaded.values()].map(({ entry }) => entry)
  const copies = await deps.findCopies(owner, entries)
  return ids.flatMap((id, index) => {
    const one = loaded.get(id)
    const beginning = beginnings.get(id) ?? ''
    if (!one || !hasText(one.entry, beginning)) return []
    if (one.entry.isArchived && device.removesArchived) return [[String(id), deletedItem(id)] as const]
    const lead = copies.get(id)?.lead
    const picture = lead === undefined ? undefined : deps.addresses.addressOf({ owner, device: device.id, hash: lead })
    return [[String(id), articleItem(one, { index: start + index, beginning, picture })] as const]
  })
}
