import { join } from 'node:path'
import type { DatabaseLocation } from '../db/database-url.ts'
import type { Settings } from './settings.ts'

/**
 * @returns the location of the database: `DATABASE_URL`, with `DATABASE_DIRECT_URL` if it is set, or the file `dogear.db`
 *   in the data folder
 */
export function databaseLocation(
  settings: Pick<Settings, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DOGEAR_DATA_DIR'>,
): DatabaseLocation {
  const { DATABASE_URL: location, DATABASE_DIRECT_URL: direct } = settings
  if (!location) return { dialect: 'sqlite', path: join(settings.DOGEAR_DATA_DIR, 'dogear.db') }
  return location.dialect === 'postgres' && direct ? { ...location, directUrl: direct.url } : location
}
