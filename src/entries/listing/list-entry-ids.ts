import type { Database } from '../../db/database.ts'
import { StatementCache } from '../../db/statement-cache.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { type EntryFilter, filterSql } from './entry-filter.ts'
import type { ReadRows } from './list-entries.ts'

export interface ReadLists {
  readonly database: Database
  /** runs the statements of lists that have a query */
  readonly readComposed: ReadRows
}

interface IdSpan {
  /** only ids greater than this one are returned */
  readonly after: number
  /** highest id that is returned */
  readonly upTo: number
  /** maximum number of returned ids */
  readonly limit: number
}

/** @returns the ids of a list's entries within a range of ids, in ascending order */
export async function listEntryIds(
  { database, readComposed }: ReadLists,
  owner: UserId,
  filter: EntryFilter,
  { after, upTo, limit }: IdSpan,
): Promise<EntryId[]> {
  const { source, parameters } = idSource(owner, filter)
  const [from, to, count] = [1, 2, 3].map((place) => `$${parameters.length + place}`)
  const sql = `${source} and entry.id > ${from} and entry.id <= ${to} order by entry.id limit ${count}`
  const values = [...parameters, after, upTo, limit]
  const rows = filter.query
    ? await readComposed<{ id: number }>(sql, values)
    : await new StatementCache(database).all<{ id: number }>(sql, values)
  return rows.map(({ id }) => Number(id) as EntryId)
}

/**
 * @returns a statement that selects the ids of a list, without an order. If the list has a maximum length, a subquery
 *   selects the first entries in the order of the list.
 */
function idSource(owner: UserId, filter: EntryFilter) {
  const { most } = filter
  if (most === undefined) {
    const { where, parameters } = filterSql(owner, { ...filter, sort: 'none' })
    return { source: `select entry.id from entry where ${where}`, parameters }
  }
  const { where, orderBy, parameters } = filterSql(owner, filter)
  const listed = `select entry.id from entry where ${where} order by ${orderBy} limit $${parameters.length + 1}`
  return {
    source: `select entry.id from entry where entry.user_id = $1 and entry.id in (${listed})`,
    parameters: [...parameters, most],
  }
}
