import type { FastifyBaseLogger } from 'fastify'
import { backUpIfDue } from './backup/scheduled/back-up-if-due.ts'
import { databaseLocation } from './config/database-location.ts'
import { findInstanceKey } from './config/instance-key.ts'
import { objectsPlace, parsePlace } from './config/objects-place.ts'
import type { Settings } from './config/settings.ts'
import { repeat } from './jobs/repeat.ts'
import { packageVersion } from './kernel/package-version.ts'

/** Milliseconds between two checks whether a backup is due. A failed backup is tried again at the next one. */
const CHECK_MS = 30 * 60_000

/**
 * Makes backups in the background, if the settings name a folder for them.
 * @returns a function that ends the schedule, but not a running backup
 */
export function scheduleBackups(settings: Settings, log: FastifyBaseLogger): () => void {
  const folder = settings.DOGEAR_BACKUP_DIR
  if (folder === '') return () => undefined
  const run = () => backUpAndLog(settings, log)
  void run()
  return repeat(CHECK_MS, run)
}

/** Makes a backup if one is due. Logs the result, and never rejects. */
async function backUpAndLog(settings: Settings, log: FastifyBaseLogger): Promise<void> {
  const recordKey = findInstanceKey(settings.DOGEAR_DATA_DIR, settings.DOGEAR_SECRET)
  const source = {
    location: databaseLocation(settings),
    dataFolder: settings.DOGEAR_DATA_DIR,
    objects: objectsPlace(settings),
    hasSecret: true,
    recipients: settings.DOGEAR_BACKUP_RECIPIENT,
    ...(recordKey && { recordKey }),
    version: packageVersion(),
  }
  const { DOGEAR_BACKUP_DIR: folder, DOGEAR_BACKUP_HOURS: hours, DOGEAR_BACKUP_KEEP: keep } = settings
  try {
    const made = await backUpIfDue({ place: parsePlace(settings, folder), hours, keep, source }, new Date())
    if (made) log.info({ event: 'backup', ...made }, 'backup made')
  } catch (error) {
    log.error({ err: error, folder }, 'backup failed')
  }
}
