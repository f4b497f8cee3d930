import type { Database } from '../../src/db/database.ts'

type TableDump = Readonly<Record<string, readonly string[]>>

/**
 * @param only names of tables; by default all
 * @returns the rows of each table as text. Binary values appear in hexadecimal and as characters, so that tests find
 *   texts in them
 */
export async function dumpTables(database: Database, only?: readonly string[]): Promise<TableDump> {
  const names =
    only ?? (await database.prepare<{ name: string }>(TABLES[database.dialect]).all()).map(({ name }) => name)
  const dump: Record<string, string[]> = {}
  for (const name of names) {
    const rows = await database.prepare<object>(`select * from "${name}"`).all()
    dump[name] = rows.map(rowText).sort()
  }
  return dump
}

/** @returns the dump without tables that change in the background: the search index, and the heartbeats of processes */
export async function dumpState(database: Database): Promise<TableDump> {
  const dump = await dumpTables(database)
  return Object.fromEntries(Object.entries(dump).filter(([name]) => !name.startsWith('search_')))
}

/** Reads all rows of the tables in a single statement, in PostgreSQL's text format. */
export async function rowsAtOnce(database: Database, names: readonly string[]): Promise<object> {
  const columns = names.map((name) => `(select json_agg(own order by own::text)::text from "${name}" own) as "${name}"`)
  const [row] = await database.prepare<object>(`select ${columns.join(', ')}`).all()
  return row!
}

const TABLES = {
  sqlite: "select name from sqlite_master where type = 'table' order by name",
  postgres: "select tablename as name from pg_tables where schemaname = 'public' order by tablename",
} as const

function rowText(row: object): string {
  return JSON.stringify(row, (_name, value: unknown) => {
    // `JSON.stringify` has already replaced a Buffer by an object with its bytes in `data`.
    const data = value instanceof Uint8Array ? value : (value as { data?: unknown } | null)?.data
    if (!(data instanceof Uint8Array) && !Array.isArray(data)) return value
    const bytes = Buffer.from(data as number[])
    return `${bytes.toString('hex')} ${bytes.toString('latin1')}`
  })
}
