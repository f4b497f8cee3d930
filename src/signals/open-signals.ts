import type { Database } from '../db/database.ts'
import { isPostgres } from '../db/open-database.ts'
import { localSignals } from './local-signals.ts'
import { postgresSignals } from './postgres-signals.ts'
import type { Signals } from './signals.ts'

/**
 * @param onTrouble called if signals could not be sent or received
 * @returns signals between all processes that use the database
 */
export function openSignals(database: Database, onTrouble: (error: unknown) => void): Signals {
  return isPostgres(database) ? postgresSignals(database, onTrouble) : localSignals()
}
