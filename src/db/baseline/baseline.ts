import type { ColumnTypes } from '../migrations/migration.ts'
import { accountTables } from './accounts.ts'
import { collectionTables } from './collections.ts'
import { entryTables } from './entries.ts'
import { entryCountTables } from './entry-counts.ts'
import { entryDetailTables } from './entry-details.ts'
import { entryTextTables } from './entry-texts.ts'
import { imageTables } from './images.ts'
import { importTables } from './imports.ts'
import { jobTables } from './jobs.ts'
import { oauthTables } from './oauth.ts'
import { searchTables } from './search.ts'
import { settingsTables } from './settings.ts'
import { signInTables } from './sign-in.ts'
import { syncTables } from './sync.ts'
import { undoTables } from './undo.ts'

/** All tables of version 1.0, by subject. A table comes after those to which it refers. */
const SUBJECTS = [
  accountTables,
  signInTables,
  oauthTables,
  settingsTables,
  entryTables,
  entryTextTables,
  entryDetailTables,
  entryCountTables,
  collectionTables,
  imageTables,
  undoTables,
  syncTables,
  importTables,
  searchTables,
  jobTables,
]

/** @returns the SQL that creates all tables, indexes and triggers of version 1.0 */
export const baselineSql = (types: ColumnTypes): string => SUBJECTS.map((subject) => subject(types)).join('')
