import { join } from 'node:path'
import type { DatabaseLocation } from '../db/database-url.ts'
import type { Settings } from './settings.ts'

/** @returns the location of the database: `DATABASE_URL`, or the file `dogear.db` in the data folder */
export function databaseLocation(settings: Pick<Settings, 'DATABASE_URL' | 'DOGEAR_DATA_DIR'>): DatabaseLocation {
  return settings.DATABASE_URL ?? { dialect: 'sqlite', path: join(settings.DOGEAR_DATA_DIR, 'dogear.db') }
}
