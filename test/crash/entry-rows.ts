import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import { openDatabase } from '../../src/db/open-database.ts'

/** An entry as stored in the database. */
export interface EntryRow {
  readonly id: number
  /** address from the request that saved the entry */
  readonly url: string
  readonly title: string
  readonly state: string
  readonly reason: string | null
  /** size of the content in bytes; null without content */
  readonly size: number | null
}

const ROWS = `
select entry.id, entry.given_url as url, entry.title, entry.fetch_state as state, entry.fetch_reason as reason,
  length(entry_content.content) as size
from entry left join entry_content on entry_content.user_id = entry.user_id and entry_content.entry_id = entry.id
order by entry.id`

/** Runs a query directly on the database, on a new connection. @returns the rows */
export async function selectRows<Row>(databaseUrl: string, sql: string): Promise<readonly Row[]> {
  const database = await openDatabase({ location: parseDatabaseUrl(databaseUrl), poolSize: 1 })
  try {
    return (await database.prepare<Row>(sql).all()).map((row) => ({ ...row }))
  } finally {
    await database.close()
  }
}

export function entryRows(databaseUrl: string): Promise<readonly EntryRow[]> {
  return selectRows(databaseUrl, ROWS)
}

/** Waits until no page is being fetched, at most `withinMs` milliseconds. @returns the rows at that time */
export async function settledRows(databaseUrl: string, withinMs: number): Promise<readonly EntryRow[]> {
  const since = performance.now()
  for (;;) {
    const rows = await entryRows(databaseUrl)
    const isLate = performance.now() - since > withinMs
    if (isLate || rows.every(({ state }) => state !== 'pending')) return rows
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** @returns the entries, as JSON, whose fetch has not ended or has ended with an unexpected failure */
export function unfinished(rows: readonly EntryRow[]): readonly string[] {
  const isFinished = ({ url, state, reason, size }: EntryRow) => {
    if ((size ?? 0) === 0) return false
    // Fetching is abandoned for this reason when the process died during every attempt.
    if (state === 'failed' && reason === 'crashed') return true
    return url.includes('/missing/') ? state === 'failed' && reason === 'not_found' : state === 'done'
  }
  return rows.filter((row) => !isFinished(row)).map((row) => JSON.stringify(row))
}
