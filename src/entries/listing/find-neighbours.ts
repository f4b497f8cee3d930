import type { Database, SqlValue } from '../../db/database.ts'
import { StatementRegistry } from '../../db/statement-registry.ts'
import type { EntryId, UserId } from '../../kernel/brand.ts'
import { type EntryFilter, filterSql, type FilterSql } from './entry-filter.ts'

export interface Neighbour {
  readonly id: EntryId
  readonly title: string
}

export interface Neighbours {
  /** the one before it in the list */
  readonly previous?: Neighbour
  /** the one behind it */
  readonly next?: Neighbour
}

interface Row {
  readonly id: number
  readonly title: string | null
  readonly url: string
}

/** Which entries the list has, and in which order; the page does not matter. */
export type FindNeighbours = (owner: UserId, list: EntryFilter, id: EntryId) => Promise<Neighbours>

/**
 * Each neighbour is found from the place of the entry in the order of the list, without counting what lies before it.
 * @returns a function that finds what stands before and after an entry in a list, whether or not it is in it itself
 */
export function neighbourFinder(database: Database): FindNeighbours {
  const book = new StatementRegistry(database)
  return async (owner, list, id) => {
    const filter = filterSql(owner, list, 'walk')
    const [place] = await placeOf(book, filter, owner, id)
    if (!place) return {}
    const isDescending = list.order === 'desc'
    const find = (isUp: boolean) => nearest(book, filter, { id, key: place.key, isUp })
    const [previous, next] = await Promise.all([find(isDescending), find(!isDescending)])
    return { ...(previous && { previous: neighbour(previous) }), ...(next && { next: neighbour(next) }) }
  }
}

interface Place {
  readonly id: EntryId
  /** of what the list is ordered by */
  readonly key: SqlValue
  /** towards the greater keys */
  readonly isUp: boolean
}

function placeOf(book: StatementRegistry, { sortKey }: FilterSql, owner: UserId, id: EntryId) {
  const sql = `select ${sortKey} as key from entry where entry.user_id = $1 and entry.id = $2`
  return book.all<{ readonly key: SqlValue }>(sql, [owner, id])
}

/**
 * First among those that are ordered alike, where the id decides, and then among the others: each of the two is one step
 * in an index, and a comparison of pairs is not.
 */
async function nearest(book: StatementRegistry, filter: FilterSql, { id, key, isUp }: Place): Promise<Row | undefined> {
  const { where, sortKey, parameters } = filter
  const [sign, order] = isUp ? ['>', 'asc'] : ['<', 'desc']
  const [first, second] = [`$${parameters.length + 1}`, `$${parameters.length + 2}`]
  const find = async (side: string, sorted: string, values: readonly SqlValue[]) => {
    const sql = `select entry.id, entry.title, entry.url from entry where ${where} and ${side} order by ${sorted} limit 1`
    return (await book.all<Row>(sql, [...parameters, ...values]))[0]
  }
  if (sortKey === 'entry.id') return find(`entry.id ${sign} ${first}`, `entry.id ${order}`, [id])
  return (
    (await find(`${sortKey} = ${first} and entry.id ${sign} ${second}`, `entry.id ${order}`, [key, id])) ??
    find(`${sortKey} ${sign} ${first}`, `${sortKey} ${order}, entry.id ${order}`, [key])
  )
}

const neighbour = ({ id, title, url }: Row): Neighbour => ({ id: Number(id) as EntryId, title: title ?? url })
