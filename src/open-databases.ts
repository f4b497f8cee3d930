import { databaseLocation } from './config/database-location.ts'
import type { Settings } from './config/settings.ts'
import type { Database } from './db/database.ts'
import { isPostgres, openDatabase } from './db/open-database.ts'
import type { Standby } from './db/postgres/standby.ts'
import type { Observers } from './open-observers.ts'

export interface Databases {
  readonly database: Database
  /** answers a part of the requests that read; absent if the settings name no standby */
  readonly standby?: Standby
}

/** Opens the database, and the standby if the settings name one. */
export async function openDatabases(
  settings: Settings,
  { log, observe }: Pick<Observers, 'log' | 'observe'>,
): Promise<Databases> {
  const location = databaseLocation(settings)
  const options = {
    poolSize: settings.DOGEAR_DATABASE_POOL,
    onConnectionError: (error: Error) => log.connectionLost(error),
  }
  const opened = await openDatabase({ location, ...options })
  const database = observe.database(opened)
  if (location.dialect !== 'postgres' || location.readUrl === undefined || !isPostgres(opened)) return { database }
  const { Standby } = await import('./db/postgres/standby.ts')
  return { database, standby: await Standby.open(opened, location.readUrl, options) }
}

/** Closes the standby and the database, in this order. */
export async function closeDatabases({ database, standby }: Databases): Promise<void> {
  await standby?.close()
  await database.close()
}
