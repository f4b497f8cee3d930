import type { StatementRegistry } from '../../db/statement-registry.ts'
import type { EntryId, UserId } from '../../kernel/brand.ts'
import { type EntryFilter, filterSql } from './entry-filter.ts'

interface IdSpan {
  readonly after: number
  readonly upTo: number
  readonly most: number
}

/** @returns ids of the entries of a list within a range, in ascending order */
export async function listedIds(
  book: StatementRegistry,
  owner: UserId,
  filter: EntryFilter,
  { after, upTo, most }: IdSpan,
): Promise<EntryId[]> {
  const { where, parameters } = filterSql(owner, filter)
  const [from, to, limit] = [1, 2, 3].map((place) => `$${parameters.length + place}`)
  const rows = await book.all<{ id: number }>(
    `select entry.id from entry where ${where} and entry.id > ${from} and entry.id <= ${to} order by entry.id limit ${limit}`,
    [...parameters, after, upTo, most],
  )
  return rows.map(({ id }) => id as EntryId)
}
