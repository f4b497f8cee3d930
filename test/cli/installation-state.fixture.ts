import type { Database } from '../../src/db/database.ts'
import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { dumpState } from '../api/dump-tables.fixture.ts'

type Environment = Readonly<Record<string, string>>

/** Opens the database of an installation for some work. */
export async function inDatabase<T>(environment: Environment, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ location: parseDatabaseUrl(environment['DATABASE_URL']!), poolSize: 2 })
  return work(database).finally(() => database.close())
}

/** @returns the rows of all tables that both databases have, in a form that both share */
export async function stateOf(environment: Environment) {
  const state = await inDatabase(environment, dumpState)
  const own = /^(?:sqlite_|indexed_entry|migration|throttle)/
  return Object.fromEntries(Object.entries(state).filter(([name]) => !own.test(name)))
}
