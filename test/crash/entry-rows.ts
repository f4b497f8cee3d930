import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import { openDatabase } from '../../src/db/open-database.ts'

/** An entry as the database has it. */
export interface EntryRow {
  readonly id: number
  /** as it was asked for */
  readonly url: string
  readonly title: string
  readonly state: string
  readonly reason: string | null
  /** bytes of its content, null when it has none */
  readonly size: number | null
}

const ROWS = `
select entry.id, entry.given_url as url, entry.title, entry.fetch_state as state, entry.fetch_reason as reason,
  length(entry_content.content) as size
from entry left join entry_content on entry_content.user_id = entry.user_id and entry_content.entry_id = entry.id
order by entry.id`

/** Asks the database itself, on a connection of its own. @returns the rows of one statement */
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

/** @returns the rows once no page is waited for, or as they are when that takes longer than `withinMs` */
export async function settledRows(databaseUrl: string, withinMs: number): Promise<readonly EntryRow[]> {
  const since = performance.now()
  for (;;) {
    const rows = await entryRows(databaseUrl)
    const isLate = performance.now() - since > withinMs
    if (isLate || rows.every(({ state }) => state !== 'pending')) return rows
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** @returns what is wrong with rows that should have come to an end: text, or a reason why there is none */
export function unfinished(rows: readonly EntryRow[]): readonly string[] {
  const isFinished = ({ url, state, reason, size }: EntryRow) => {
    if ((size ?? 0) === 0) return false
    // A page whose every try was cut short is given up with that reason.
    if (state === 'failed' && reason === 'crashed') return true
    return url.includes('/missing/') ? state === 'failed' && reason === 'not_found' : state === 'done'
  }
  return rows.filter((row) => !isFinished(row)).map((row) => JSON.stringify(row))
}
