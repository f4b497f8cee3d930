import { databaseLocation } from '../config/database-location.ts'
import type { Settings } from '../config/settings.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import { explainUnusable } from '../db/unusable-database.ts'
import { prepareDatabase } from '../prepare-database.ts'

/** Number of database connections. Two are enough, because commands run one query after the other. */
const CONNECTIONS = 2

/** Migrates and opens the configured database, runs `work`, and closes the database, also after an error. */
export async function withDatabase<T>(settings: Settings, work: (database: Database) => Promise<T>): Promise<T> {
  const location = databaseLocation(settings)
  await prepareDatabase(location)
  const database = await openDatabase({ location, poolSize: CONNECTIONS })
  try {
    return await work(database)
  } catch (error) {
    throw explainUnusable(location, error)
  } finally {
    await database.close()
  }
}
