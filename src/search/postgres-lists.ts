import type { Ask } from './changed-entries.ts'
import { tsqueryMatch } from './full-text-match.ts'
import type { KnownKeys } from './known-keys.ts'
import { revisionOf, type HeldSegments, type IndexState, type KnownState, type KnownStates } from './known-states.ts'
import type { PageCache, PagesByName } from './page-cache.ts'
import type { SavedOrders } from './postgres-order.ts'
import { READ_ALL, READ_PAGES } from './postgres-sql.ts'
import type { Changed, Revisions } from './revisions.ts'
import type { ScratchPool } from './scratch.ts'
import type { SearchPool } from './search-pool.ts'
import type { SearchQuery } from './search-query.ts'
import { segmentOf, type SegmentPages } from './segment.ts'
import type { Numbers } from './sorted-numbers.ts'
import { toldPages, type ToldPages } from './told-pages.ts'
import { pagesOf } from './packed-pages.ts'
import { askedPages, type AskedPages, type ReadPages } from './word-lists.ts'

/** What a search goes by, all of one moment: an entry that is packed meanwhile is neither missed nor met twice. */
export interface ReadLists extends ReadPages {
  /**
   * entries that match and are in no segment yet, where these are not in the pages as well; where nothing is wanted, those
   * that have something of what is not
   */
  readonly recent: Numbers
  /** whether the order of ids is that of time */
  readonly isSavedInOrder: boolean
  /** the revisions of the owner's entries, where they are remembered */
  readonly known: Revisions | undefined
}

/** What searches share: statements, what is remembered of users, and threads for what takes long. */
export interface Reader {
  readonly ask: Ask
  readonly orders: SavedOrders
  readonly cache: PageCache
  readonly keys: KnownKeys
  readonly states: KnownStates
  readonly scratch: ScratchPool
  readonly pool: SearchPool
}

/**
 * @returns the pages with the words of a query of at least one term, and what is beside them. What was read before is not
 * read again, and after a change all is read with one statement, so that it is of one moment
 */
export async function readLists(reader: Reader, owner: number, query: SearchQuery): Promise<ReadLists> {
  const asked = askedPages(query)
  const cached = asked.map((each) => reader.cache.known(owner, each))
  const since = reader.keys.upTo(owner)
  const reading = { owner, asked, cached, held: reader.states.held(owner), since }
  // A state may be newer than the revisions, if these were still being read when it was met.
  const state = reader.states.known(owner, since)
  return (state && (await readPages(reader, reading, state))) ?? readAll(reader, reading, recentMatch(query))
}

interface Reading {
  readonly owner: number
  readonly asked: readonly AskedPages[]
  /** for each that is asked what is remembered */
  readonly cached: readonly PagesByName[]
  readonly held: HeldSegments
  /** the revision behind which changes are not known */
  readonly since: number
}

/** Waiting entries stand for a segment later than all: their words count, whatever is gone. */
const LATEST = Number.MAX_SAFE_INTEGER

/** @returns undefined when something has changed */
async function readPages(reader: Reader, reading: Reading, state: KnownState): Promise<ReadLists | undefined> {
  const { owner, asked, cached, held, since } = reading
  const missing = asked.flatMap((each, at) =>
    state.segments.filter((name) => !held.has(name) && !cached[at]!.has(name)).map((name) => ({ ...each, at, name })),
  )
  const cells = missing.map(({ low, high, placed, name }) => ({ segment: segmentOf(name), low, high, placed }))
  const [row] = await reader.ask<PagesRow>(READ_PAGES, [owner, JSON.stringify(cells)])
  if (row!.version !== state.version) return undefined
  const told = Array.from(toldPages(row!.pages), ({ at, pages }) => ({ ...missing[at]!, pages }))
  const all = allPages(reader.cache, reading, state.segments, told)
  return {
    pages: all.map((own, at) => [...own, pagesOf(state.waiting, asked[at]!, LATEST)]),
    gone: state.gone,
    recent: NONE,
    known: reader.keys.note(owner, since, { revision: revisionOf(state), changed: [] }),
    isSavedInOrder: await reader.orders.isInOrder(owner, state.lastId),
  }
}

async function readAll(reader: Reader, reading: Reading, match: string): Promise<ReadLists> {
  const { owner, asked, cached, held, since } = reading
  const cells = asked.map((each, at) => ({ ...each, known: [...cached[at]!.keys(), ...held.keys()] }))
  const [row] = await reader.ask<AllRow>(READ_ALL, [owner, JSON.stringify(cells), match, since])
  const { segments, gone, below, recent, last, changed } = JSON.parse(row!.beside) as Beside
  const state: IndexState = {
    version: row!.version,
    segments,
    gone: { ids: new Float64Array(gone), below: new Float64Array(below) },
    lastId: last ?? 0,
  }
  reader.states.note(owner, state)
  return {
    pages: allPages(reader.cache, reading, segments, [...toldPages(row!.pages)]),
    gone: state.gone,
    recent: new Float64Array(recent),
    known: reader.keys.note(owner, since, { revision: revisionOf(state), changed }),
    isSavedInOrder: await reader.orders.isInOrder(owner, state.lastId),
  }
}

interface PagesRow {
  readonly version: string
  readonly pages: string | null
}

interface AllRow extends PagesRow {
  readonly beside: string
}

/** What is told besides pages. */
interface Beside {
  /** names of the owner's segments, the older first */
  readonly segments: readonly string[]
  readonly gone: readonly number[]
  readonly below: readonly number[]
  readonly recent: readonly number[]
  readonly last: number | null
  readonly changed: readonly Changed[]
}

/** @returns for each that is asked its pages of every segment, whether they were told now or before */
function allPages(
  cache: PageCache,
  { owner, asked, cached, held }: Reading,
  segments: readonly string[],
  told: readonly ToldPages[],
): SegmentPages[][] {
  return asked.map((each, index) => {
    const own = told.filter(({ at }) => at === index)
    const read = new Map([...cached[index]!, ...own.map(({ name, pages }) => [name, pages] as const)])
    if (own.length > 0) cache.keep(owner, each, new Map([...read].filter(([name]) => segments.includes(name))))
    return segments.map((name) => read.get(name) ?? pagesOf(held.get(name)!, each, segmentOf(name)))
  })
}

const NONE = new Float64Array()

/** @returns the query as PostgreSQL's own full text knows it; where nothing is wanted, what has something of the unwanted */
function recentMatch(query: SearchQuery): string {
  const { wanted, unwanted } = tsqueryMatch(query)
  return wanted !== undefined && unwanted !== undefined ? `(${wanted}) & !(${unwanted})` : (wanted ?? unwanted!)
}
