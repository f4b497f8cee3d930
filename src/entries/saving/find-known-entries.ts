import type { Database } from '../../db/database.ts'
import { StatementBook } from '../../db/statement-book.ts'
import type { EntryId, UserId } from '../../kernel/brand.ts'

export type FindKnownEntries = (owner: UserId, hashes: readonly string[]) => Promise<Map<string, EntryId>>

/**
 * @returns a function that tells which of these hashes (hex SHA-1 of an address, raw or percent-decoded) name an entry
 * of the owner: one indexed query however many they are
 */
export function knownEntryFinder(database: Database): FindKnownEntries {
  const book = new StatementBook(database)
  // As an array and not as a join: each hash is looked up by the key, whatever the planner guesses of their number.
  const sql =
    database.dialect === 'sqlite'
      ? `select lower(hex(hash)) as hash, entry_id from entry_address
         where user_id = $1 and hash in (select unhex(value) from json_each($2))`
      : `select encode(hash, 'hex') as hash, entry_id from entry_address
         where user_id = $1 and hash = any (array(select decode(value, 'hex') from json_array_elements_text($2::json)))`
  return async (owner, hashes) => {
    const asked = hashes.filter((hash) => /^[0-9a-f]{40}$/.test(hash))
    if (asked.length === 0) return new Map()
    const rows = await book.all<{ hash: string; entry_id: number }>(sql, [owner, JSON.stringify(asked)])
    return new Map(rows.map((row) => [row.hash, row.entry_id as EntryId]))
  }
}
