import type { Database, SqlValue } from '../../db/database.ts'
import { StatementCache } from '../../db/statement-cache.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { shownTitleOfRow, TITLE_COLUMNS, type TitleRow } from '../shown-title.ts'
import { type EntryFilter, filterSql, type FilterSql } from './entry-filter.ts'
import type { ReadRows } from './list-entries.ts'

export interface Neighbour {
  readonly id: EntryId
  readonly title: string
}

interface Neighbours {
  readonly previous?: Neighbour
  readonly next?: Neighbour
}

interface Row extends TitleRow {
  readonly id: number
}

/** Finds the entries before and after an entry in a list. Ignores `page` and `perPage` of the filter. */
export type FindNeighbours = (owner: UserId, list: EntryFilter, id: EntryId) => Promise<Neighbours>

/**
 * Finds the entries before and after an entry by its sort value. The time does not depend on the position in the list,
 * because no preceding entries are counted.
 * @param readComposed runs the statements of lists that have a query
 * @returns a function that finds the neighbours of an entry, even if the list does not contain the entry
 */
export function neighbourFinder(database: Database, readComposed: ReadRows): FindNeighbours {
  const statements = new StatementCache(database)
  const readFixed: ReadRows = (sql, parameters) => statements.all(sql, parameters)
  return async (owner, list, id) => {
    const read = list.query ? readComposed : readFixed
    const { collection } = list
    if (collection !== undefined && list.sort === 'position') {
      const find = (side: keyof typeof SIDES) => neighbourByPosition(read, owner, collection, { id, side })
      return neighboursOf(await Promise.all([find('before'), find('after')]))
    }
    const filter = filterSql(owner, list, 'walk')
    const [place] = await readSortKey(read, filter, id)
    if (!place) return {}
    const isDescending = list.order === 'desc'
    const find = (isUp: boolean) => neighbourBySortKey(read, filter, { id, key: place.key, isUp })
    return neighboursOf(await Promise.all([find(isDescending), find(!isDescending)]))
  }
}

function neighboursOf([previous, next]: readonly [Row | undefined, Row | undefined]): Neighbours {
  return { ...(previous && { previous: toNeighbour(previous) }), ...(next && { next: toNeighbour(next) }) }
}

const SIDES = { before: ['<', 'desc'], after: ['>', 'asc'] } as const

/** Finds the nearest hand-picked entry of a collection before or after an entry, through the index of positions. */
async function neighbourByPosition(
  read: ReadRows,
  owner: UserId,
  collection: number,
  { id, side }: { readonly id: EntryId; readonly side: keyof typeof SIDES },
): Promise<Row | undefined> {
  const [sign, order] = SIDES[side]
  const sql = `select entry.id, ${TITLE_COLUMNS} from collection_entry as marked
    join entry on entry.user_id = marked.user_id and entry.id = marked.entry_id
    where marked.user_id = $1 and marked.collection_id = $2 and marked.position ${sign} (
      select own.position from collection_entry as own
      where own.user_id = $1 and own.collection_id = $2 and own.entry_id = $3
    ) order by marked.position ${order} limit 1`
  return (await read<Row>(sql, [owner, collection, id]))[0]
}

interface SearchStart {
  readonly id: EntryId
  /** value of the sort expression for the entry */
  readonly key: SqlValue
  /** true to search for greater values, in ascending order */
  readonly isUp: boolean
}

function readSortKey(read: ReadRows, { sortKey, parameters, keyParameters }: FilterSql, id: EntryId) {
  const sql = `select ${sortKey} as key from entry where entry.user_id = $1 and entry.id = $${keyParameters + 1}`
  return read<{ readonly key: SqlValue }>(sql, [...parameters.slice(0, keyParameters), id])
}

/**
 * First searches by id among the entries with the same sort value, then by sort value among the other entries. Each of
 * the two statements is a single lookup in an index. A single statement that compares pairs of sort value and id would
 * read more rows.
 */
async function neighbourBySortKey(
  read: ReadRows,
  filter: FilterSql,
  { id, key, isUp }: SearchStart,
): Promise<Row | undefined> {
  const { where, sortKey, parameters } = filter
  const [sign, order] = isUp ? ['>', 'asc'] : ['<', 'desc']
  const [first, second] = [`$${parameters.length + 1}`, `$${parameters.length + 2}`]
  const find = async (side: string, sorted: string, values: readonly SqlValue[]) => {
    const sql = `select entry.id, ${TITLE_COLUMNS} from entry where ${where} and ${side} order by ${sorted} limit 1`
    return (await read<Row>(sql, [...parameters, ...values]))[0]
  }
  if (sortKey === 'entry.id') return find(`entry.id ${sign} ${first}`, `entry.id ${order}`, [id])
  return (
    (await find(`${sortKey} = ${first} and entry.id ${sign} ${second}`, `entry.id ${order}`, [key, id])) ??
    find(`${sortKey} ${sign} ${first}`, `${sortKey} ${order}, entry.id ${order}`, [key])
  )
}

const toNeighbour = (row: Row): Neighbour => ({ id: Number(row.id) as EntryId, title: shownTitleOfRow(row) })
