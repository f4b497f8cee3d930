import { resolve } from 'node:path'
import { databaseLocation } from './config/database-location.ts'
import type { LoadedSettings } from './config/load-settings.ts'
import { describeLocation } from './db/database-url.ts'
import { packageVersion } from './kernel/package-version.ts'
import { programCommit } from './kernel/program-commit.ts'

/**
 * @returns the lines that the server prints when it starts: version and commit, database, data folder, and the private
 *   hosts that it may fetch. The lines contain no secrets.
 */
export function startupMessage({ settings, texts }: Pick<LoadedSettings, 'settings' | 'texts'>): string {
  const commit = programCommit()
  return [
    `Dogear ${packageVersion()}${commit === undefined ? '' : `, commit ${commit}`}`,
    `Database: ${describeLocation(databaseLocation(settings))}`,
    `Data folder: ${resolve(settings.DOGEAR_DATA_DIR)}`,
    `Private hosts that may be fetched: ${texts.DOGEAR_FETCH_ALLOW || 'none'}`,
    '',
  ].join('\n')
}
