import type { Database } from './database.ts'

/** What a database says about itself. */
interface DatabaseFacts {
  /** its program and version, such as `PostgreSQL 18.1` */
  readonly version: string
  /** names of the applied migrations, in order */
  readonly migrations: readonly string[]
  /** milliseconds since 1970 by the clock of its server; on SQLite that of this process */
  readonly now: number
}

const FACTS = {
  sqlite: "select 'SQLite ' || sqlite_version() as version, unixepoch('subsec') as now",
  postgres:
    "select 'PostgreSQL ' || current_setting('server_version') as version, extract(epoch from clock_timestamp()) as now",
} as const

export async function readDatabaseFacts(database: Database): Promise<DatabaseFacts> {
  const [row] = await database.prepare<{ version: string; now: number | string }>(FACTS[database.dialect]).all()
  const applied = await database.prepare<{ name: string }>('select name from migration order by position').all()
  return { version: row!.version, migrations: applied.map(({ name }) => name), now: Number(row!.now) * 1000 }
}
