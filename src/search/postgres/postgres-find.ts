import type { SqlValue } from '../../db/database.ts'
import type { EntryVersion } from '../../entries/listing/list-entries.ts'
import type { Condition } from '../../query/condition.ts'
import { conditionSql, type ConditionTarget } from '../../query/sql/condition-sql.ts'
import { conditionTarget, ownTsquery, type LookupPlan } from '../../query/sql/condition-sql-dialects.ts'
import { tsqueryText } from '../../query/sql/full-text-match.ts'
import { EVERY_ENTRY, type RunStatement } from '../changed-entries.ts'
import { SPARE_HITS, type FrequentQueries } from './frequent-queries.ts'
import { alternativesOf, hasRank, withoutNegations, type QueryParts } from '../query-parts.ts'
import { RANKED_HITS, type FoundPage, type SearchPage } from '../search-index.ts'
import type { SearchQuery } from '../search-query.ts'
import { isDefaultSort, sortSql } from '../sort-sql.ts'

/** Maximum number of hits that are counted. For more hits, this number is returned as the total. */
export const MAX_TOTAL = 10_000

/**
 * Maximum number of hits that are sorted for a query without words. If there are more, the entries are read in the
 * order of the page until the page is full.
 */
const MAX_SORTED = 3000

export interface Search {
  readonly run: RunStatement
  /** the queries that are known to have more than `MAX_TOTAL` hits */
  readonly frequent: FrequentQueries
  readonly owner: number
  readonly condition: Condition
  /** the alternatives of the condition; the full-text index is searched for each of them separately */
  readonly alternatives: readonly QueryParts[]
  /** conditions on rows of `entry` in addition to the query; the first one selects the owner */
  readonly where: string
  /**
   * true if `where` has no condition besides the owner. In this case the rows of `entry` need not be read, because every
   * row of the index belongs to an entry.
   */
  readonly isUnfiltered: boolean
  /** the expressions of `order by` */
  readonly order: string
  /** the same order in columns of `hits`; undefined if it needs columns of `entry` */
  readonly orderOfHits: string | undefined
  /** the parameters of `where` and `order`; the first one is the owner */
  readonly parameters: readonly SqlValue[]
}

/** The order of hits in which the newest ones come first. */
const NEWEST_HITS = 'hits.created_at desc, hits.entry_id desc'

export type Range = Pick<SearchPage, 'offset' | 'limit'>

/**
 * Functions that run statements: `run` runs statements whose text is always the same, `runComposed` statements composed
 * for one query.
 */
export interface StatementRunners {
  readonly run: RunStatement
  readonly runComposed: RunStatement
  readonly frequent: FrequentQueries
}

/** @returns a page of the owner's matching entries and their number, which is counted up to `MAX_TOTAL` */
export async function findPostgres(
  runners: StatementRunners,
  owner: number,
  query: SearchQuery,
  page: SearchPage,
): Promise<FoundPage> {
  const { condition, sort } = query
  if (condition.type === 'constant' && !condition.value) return { total: 0, entries: [] }
  const isNewestFirst = isDefaultSort(sort)
  const alternatives = alternativesOf(condition)
  const search = searchWith(runners, {
    owner,
    condition,
    alternatives,
    where: 'entry.user_id = $1',
    isUnfiltered: true,
    order: sortSql(sort),
    orderOfHits: isNewestFirst ? NEWEST_HITS : undefined,
    parameters: [owner],
  })
  if (!hasWords(alternatives)) return findByColumns(search, page)
  const isRanked = sort[0] ? sort[0].key === 'relevance' : page.sort === 'rank'
  const wanted = isRanked && alternatives.length === 1 ? rankedPart(alternatives[0]?.indexed) : undefined
  return wanted ? findRanked(search, wanted, page) : findHits(search, page)
}

const rankedPart = (indexed: Condition | undefined): Condition | undefined =>
  indexed && hasRank(indexed) ? withoutNegations(indexed) : undefined

/**
 * Chooses the function that runs the statements of a search. A search for words alone uses `run`, because its
 * statements always have the same text. Any other search uses `runComposed`.
 */
export function searchWith(
  { run, runComposed, frequent }: StatementRunners,
  search: Omit<Search, 'run' | 'frequent'>,
): Search {
  const { alternatives, isUnfiltered, orderOfHits } = search
  const isForWords = alternatives.length === 1 && alternatives[0]?.indexed && !alternatives[0].rest
  return { ...search, frequent, run: isForWords && isUnfiltered && orderOfHits ? run : runComposed }
}

/** @returns true if at least one alternative uses the full-text index */
export function hasWords(alternatives: readonly QueryParts[]): boolean {
  return alternatives.some(({ indexed }) => indexed !== undefined)
}

/** A statement under construction: its parameters and the conditions that refer to them. The owner is `$1`. */
class Statement {
  readonly parameters: SqlValue[]
  readonly #owner: number
  readonly #target: ConditionTarget

  constructor(search: Search, plan: LookupPlan) {
    this.#owner = search.owner
    this.parameters = [...search.parameters]
    this.#target = conditionTarget({ dialect: 'postgres', owner: search.owner, bind: this.bind, plan })
  }

  readonly bind = (value: SqlValue): string => `$${this.parameters.push(value)}`

  /** @returns SQL that begins with `and` and contains a condition on rows of `entry`; empty if there is no condition */
  filter(condition: Condition | undefined): string {
    return condition ? ` and ${conditionSql(condition, this.#target)}` : ''
  }

  /** @returns a condition as `tsquery` */
  match(condition: Condition): string {
    return ownTsquery(this.#owner, condition, this.bind)
  }
}

async function findByColumns(search: Search, page: Range): Promise<FoundPage> {
  const few = await findUpToMaxSorted(search, page)
  if (few) return few
  const { run, order, condition } = search
  const count = new Statement(search, 'set')
  const counted = `select count(*) as total from entry where user_id = $1${count.filter(condition)}`
  const [row] = await run<{ total: number }>(counted, count.parameters)
  const total = row!.total
  if (page.offset >= total) return { total, entries: [] }
  const list = new Statement(search, 'walk')
  const listed = `select id, revision from entry where user_id = $1${list.filter(condition)} order by ${order}`
  const place = `limit ${list.bind(page.limit)} offset ${list.bind(page.offset)}`
  return { total, entries: await run<EntryVersion>(`${listed} ${place}`, list.parameters) }
}

/**
 * @returns a page of the hits of a query without words, and their number; undefined if there are more than
 *   `MAX_SORTED`
 */
export function findUpToMaxSorted(search: Search, range: Range): Promise<FoundPage | undefined> {
  return sortHits(search, range, { most: MAX_SORTED })
}

/** @returns a page of the hits, and their number, which is counted up to `MAX_TOTAL` */
export async function findHits(search: Search, range: Range): Promise<FoundPage> {
  const found = await sortUnlessTooMany(search, range)
  return found ?? { total: MAX_TOTAL, isCapped: true, entries: await readInPageOrder(search, range) }
}

/** @returns as `sortHits`; undefined if there are more than `MAX_TOTAL`, which may be known from an earlier search */
async function sortUnlessTooMany(search: Search, range: Range, wanted?: Condition): Promise<FoundPage | undefined> {
  const { frequent, owner, condition, isUnfiltered } = search
  if (isUnfiltered && (await frequent.hasTooMany(owner, condition))) return undefined
  return sortHits(search, range, { most: MAX_TOTAL, ...(wanted && { wanted }) })
}

interface Sorting {
  /** maximum number of hits that are sorted */
  readonly most: number
  /** the condition by which the newest hits are ranked; absent for the order of the search */
  readonly wanted?: Condition
}

/** @returns a page of the hits after sorting all of them; undefined if there are more than `most` */
async function sortHits(search: Search, range: Range, sorting: Sorting): Promise<FoundPage | undefined> {
  const { sql, parameters } = hitsPage(search, range, sorting)
  const rows = await search.run<FoundRow>(sql, parameters)
  const { total, indexed } = rows[0]!
  const { most } = sorting
  if (most === MAX_TOTAL && total > most + SPARE_HITS && search.isUnfiltered && indexed !== null) {
    search.frequent.remember(search.owner, search.condition, indexed)
  }
  if (total > most) return undefined
  return { total, entries: rows.flatMap(({ id, revision }) => (id === null ? [] : [{ id, revision } as EntryVersion])) }
}

interface FoundRow {
  readonly total: number
  /** revision up to which the index is complete; null if it is not complete up to the end of a revision */
  readonly indexed: number | null
  readonly id: number | null
  readonly revision: number | null
}

interface StatementText {
  readonly sql: string
  readonly parameters: readonly SqlValue[]
}

/** @returns a statement that combines the hits of several alternatives, each entry once */
const unionSql = (found: readonly string[]): string =>
  `select entry_id, max(created_at) as created_at from (${found.join(' union all ')}) as found group by entry_id`

/**
 * @returns a statement that counts the hits and selects one page of them. If there are more than `most` hits, counting
 *   stops and the page is empty, because they are too many to sort.
 */
function hitsPage(search: Search, { limit, offset }: Range, { most, wanted }: Sorting): StatementText {
  const statement = new Statement(search, 'set')
  const found = search.alternatives.map((one) => hitsSql(statement, search, one, most))
  const page = `limit ${statement.bind(limit)} offset ${statement.bind(offset)}`
  const ofHits = wanted ? pageOfRanked(statement.bind(tsqueryText(search.owner, wanted))) : pageOfHits(search)
  const sql = `
  with hits as materialized (
    ${found.length === 1 ? found[0] : unionSql(found)}
  ), counted as materialized (select count(*) as total from hits)
  select counted.total, entry.id, entry.revision, (${INDEXED_REVISION}) as indexed
  from counted
  left join (${ofHits} and (select total from counted) <= ${most} order by place ${page}) as page on true
  left join entry on entry.user_id = $1 and entry.id = page.entry_id
  order by page.place`
  return { sql, parameters: statement.parameters }
}

const INDEXED_REVISION = `select search_state.revision from search_state
    where search_state.user_id = $1 and search_state.entry_id = ${EVERY_ENTRY}`

/** @returns SQL for the hits of an alternative, at most as many as are needed to know that there are too many */
function hitsSql(statement: Statement, search: Search, { indexed, rest }: QueryParts, most: number): string {
  const end = `limit ${most + SPARE_HITS + 1}`
  const filter = `${search.where}${statement.filter(rest)}`
  if (!indexed) return `(select id as entry_id, created_at from entry where ${filter} ${end})`
  const query = statement.match(indexed)
  const needsEntries = rest !== undefined || !search.isUnfiltered
  const join = `join entry on entry.user_id = search_entry.user_id and entry.id = entry_id and ${filter}`
  return `(select entry_id, search_entry.created_at from search_entry ${needsEntries ? join : ''}
      where search_entry.user_id = $1 and words @@ ${query}${isInNotes(indexed) ? IN_ANNOTATED : ''} ${end})`
}

/**
 * Restricts a search for words in notes to the few entries that have notes or annotations. PostgreSQL's index does not
 * store in which part of an entry a word occurs, so PostgreSQL would otherwise read every entry that contains the word.
 */
const IN_ANNOTATED =
  ' and search_entry.entry_id in (select annotation.entry_id from annotation where annotation.user_id = $1' +
  ' union all select noted.id from entry as noted where noted.user_id = $1 and noted.note is not null)'

/** @returns true if a word in a note is necessary to meet the condition */
function isInNotes(condition: Condition): boolean {
  if (condition.type === 'and') return condition.parts.some(isInNotes)
  return condition.type === 'tokens' && condition.part === 'notes'
}

/** @returns SQL for the hits with their places. Their rows of `entry` are read only if the order needs them. */
function pageOfHits({ orderOfHits, order }: Search): string {
  const entries = orderOfHits ? '' : 'join entry on entry.user_id = $1 and entry.id = hits.entry_id'
  return `select hits.entry_id, row_number() over (order by ${orderOfHits ?? order}) as place from hits ${entries}
    where true`
}

/** @returns SQL for the newest hits with their places by rank. @param query see `byRank` */
function pageOfRanked(query: string): string {
  return `select search_entry.entry_id, row_number() over (order by ${byRank(query)}) as place from search_entry
    where search_entry.user_id = $1
      and search_entry.entry_id in (select hits.entry_id from hits order by ${NEWEST_HITS} limit ${RANKED_HITS})`
}

/**
 * Reads a page of the hits by testing the entries in the order of the page. This is fast only if there are many hits,
 * because the page is then full soon.
 */
function readInPageOrder(search: Search, { limit, offset }: Range): Promise<EntryVersion[]> {
  const statement = new Statement(search, 'walk')
  const needsWords = search.alternatives.every(({ indexed }) => indexed !== undefined)
  const where = `${search.where}${needsWords ? IS_INDEXED : ''}${statement.filter(search.condition)}`
  const page = `limit ${statement.bind(limit)} offset ${statement.bind(offset)}`
  const sql = `select id, revision from entry where ${where} order by ${search.order} ${page}`
  return search.run<EntryVersion>(sql, statement.parameters)
}

/**
 * Skips new entries that are not indexed yet. While an import waits to be indexed, there may be 100,000 of them, and
 * looking each up in the index would take longer than the rest of the search.
 */
const IS_INDEXED =
  ' and entry.id <= coalesce((select last_entry_id from search_state where search_state.user_id = $1), 0)'

/** Ranks the newest hits and returns the best of them first. The remaining hits follow, newest first. */
async function findRanked(search: Search, wanted: Condition, page: Range): Promise<FoundPage> {
  const behind = page.offset + page.limit - RANKED_HITS
  if (behind >= page.limit) return findHits(search, page)
  const best = await rankNewest(search, wanted, { ...page, limit: page.limit - Math.max(0, behind) })
  if (behind <= 0) return best
  const others = await findHits(search, { offset: RANKED_HITS, limit: behind })
  return { ...best, entries: [...best.entries, ...others.entries] }
}

/** @returns a page of the newest hits, sorted by rank, and the number of all hits, which is counted up to `MAX_TOTAL` */
async function rankNewest(search: Search, wanted: Condition, range: Range): Promise<FoundPage> {
  const found = await sortUnlessTooMany(search, range, wanted)
  if (found) return found
  const newest = await readInPageOrder(search, { offset: 0, limit: RANKED_HITS })
  const ranked = await rank(search, wanted, newest)
  return { total: MAX_TOTAL, isCapped: true, entries: ranked.slice(range.offset, range.offset + range.limit) }
}

async function rank({ run, owner }: Search, wanted: Condition, hits: readonly EntryVersion[]): Promise<EntryVersion[]> {
  const keys = new Map(hits.map((key) => [Number(key.id), key]))
  const rows = await run<{ id: number }>(RANK_SQL, [owner, `{${[...keys.keys()].join()}}`, tsqueryText(owner, wanted)])
  return rows.map(({ id }) => keys.get(id)!)
}

/**
 * @param query a parameter with the condition as text of the type `tsquery`
 * @returns the order by rank. The array contains the weights of PostgreSQL's classes D to A: content; annotations;
 *   tags, authors and address; title.
 */
const byRank = (query: string): string =>
  `ts_rank('{0.1, 0.35, 0.6, 1}', search_entry.words, ${query}::tsquery) desc, search_entry.entry_id desc`

const RANK_SQL = `
  select entry_id as id from search_entry where user_id = $1 and entry_id = any($2::bigint[]) order by ${byRank('$3')}`
