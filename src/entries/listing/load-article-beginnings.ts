import type { Database } from '../../db/database.ts'
import { StatementCache } from '../../db/statement-cache.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'

/** Loads the beginning of each article. It may be cut off anywhere, even within an HTML tag. */
export type LoadBeginnings = (owner: UserId, ids: readonly EntryId[]) => Promise<ReadonlyMap<EntryId, string>>

/** Number of bytes read of each article: enough for a few lines after a headline and a picture with its caption. */
const BEGINNING_BYTES = 3000

interface Row {
  readonly entry_id: number
  /** bytes that may end within a character; on PostgreSQL, in base64 */
  readonly start: Uint8Array | string
}

/** @returns a function that loads the beginnings of articles with one query */
export function beginningLoader(database: Database): LoadBeginnings {
  const statements = new StatementCache(database)
  const bytes = `substr(content, 1, ${BEGINNING_BYTES})`
  const start = database.dialect === 'sqlite' ? bytes : `encode(${bytes}, 'base64')`
  const sql = `select entry_id, ${start} as start from entry_content where user_id = $1 and entry_id ${statements.inNumbers('$2')}`
  return async (owner, ids) => {
    if (ids.length === 0) return new Map()
    const rows = await statements.all<Row>(sql, [owner, JSON.stringify(ids)])
    return new Map(rows.map((row) => [Number(row.entry_id) as EntryId, beginning(row.start)]))
  }
}

/** @param start the first bytes of a JSON string in UTF-8, with its opening quote */
function beginning(start: Row['start']): string {
  const bytes = typeof start === 'string' ? Buffer.from(start, 'base64') : Buffer.from(start)
  const text = bytes.toString().replace(/�+$/, '')
  const isWhole = bytes.length < BEGINNING_BYTES
  const json = isWhole ? text : `${text.replace(/\\(?:u[\da-f]{0,3})?$/i, '')}"`
  try {
    return JSON.parse(json) as string
  } catch {
    // The read bytes ended with an escaped backslash, `\\`. The replacement above removed only the second of its two
    // characters, so the rest is not valid JSON.
    return ''
  }
}
