import type { Database } from '../db/database.ts'
import type { EntryId, UserId } from '../kernel/brand.ts'
import type { ListForExportDeps } from './list-for-export.ts'

/** Longer than any title worth typing. */
const MAX_TERM = 200

const FIND =
  'select id from entry where user_id = $1 and (lower(title) like lower($2) escape $4 ' +
  'or lower(url) like lower($2) escape $4) order by id desc limit $3'

/** @returns a search that finds a term in titles and addresses, newest first; an empty term finds nothing */
export function titleFinder(database: Database): ListForExportDeps['searchForExport'] {
  const find = database.prepare<{ readonly id: number }>(FIND)
  return async (owner: UserId, term, limit) => {
    const words = term.trim().slice(0, MAX_TERM)
    if (words === '') return []
    const pattern = `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    return (await find.all(owner, pattern, limit, '\\')).map(({ id }) => Number(id) as EntryId)
  }
}
