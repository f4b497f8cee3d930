import type { Database } from '../db/database.ts'
import { StatementCache } from '../db/statement-cache.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import type { StoredText } from './search-task.ts'

/** Maximum number of entries whose texts are loaded. No page of results has more. */
const MAX_ENTRIES = 100

/** @returns the stored contents of the given entries of the owner, at most 100 */
export async function loadSnippetTexts(
  database: Database,
  owner: UserId,
  ids: readonly EntryId[],
): Promise<StoredText[]> {
  const statements = new StatementCache(database)
  const sql = `select entry_id as id, content from entry_content where user_id = $1 and entry_id ${statements.inNumbers('$2')}`
  return statements.all<StoredText>(sql, [owner, JSON.stringify(ids.slice(0, MAX_ENTRIES))])
}
