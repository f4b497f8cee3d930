import { join } from 'node:path'
import type { DatabaseLocation } from '../db/database-url.ts'
import type { Settings } from './settings.ts'

/**
 * @returns the location of the database: `DATABASE_URL`, with `DATABASE_DIRECT_URL` and `DATABASE_READ_URL` if they are
 *   set, or the file `dogear.db` in the data folder
 */
export function databaseLocation(
  settings: Pick<Settings, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_READ_URL' | 'DOGEAR_DATA_DIR'>,
): DatabaseLocation {
  const { DATABASE_URL: location, DATABASE_DIRECT_URL: direct, DATABASE_READ_URL: standby } = settings
  if (!location) return { dialect: 'sqlite', path: join(settings.DOGEAR_DATA_DIR, 'dogear.db') }
  if (location.dialect === 'sqlite') return location
  return { ...location, ...(direct && { directUrl: direct.url }), ...(standby && { readUrl: standby.url }) }
}
