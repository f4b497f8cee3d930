import { databaseLocation } from './config/database-location.ts'
import { loadSettings, type Environment } from './config/load-settings.ts'
import { openLog, serviceLog } from './log.ts'
import { prepareDatabase } from './prepare-database.ts'
import { followInBackground } from './search/follow-in-background.ts'
import type { EventKind } from './security-events/event-kinds.ts'
import { openServices } from './services.ts'
import { untilSignal } from './shutdown.ts'

/** How long running jobs get to finish when the process is told to stop, in milliseconds. */
const GRACE_MS = 6000

/**
 * Runs jobs and nothing else, beside any number of `serve` processes on PostgreSQL.
 * @returns the exit code
 */
export async function startWorker(environment: Environment): Promise<number> {
  const { settings, warnings } = loadSettings(environment)
  const log = openLog(settings)
  for (const warning of warnings) log.warn({ warning }, 'unknown setting')
  const location = databaseLocation(settings)
  if (location.dialect === 'sqlite') {
    process.stderr.write('A worker of its own needs PostgreSQL: on SQLite, serve runs the jobs itself.\n')
    return 1
  }
  const stopped = untilSignal()
  const { applied } = await prepareDatabase(location)
  if (applied.length > 0) log.info({ event: 'migration' satisfies EventKind, applied }, 'database migrated')
  const services = await openServices(settings, serviceLog(log))
  const stopFollowing = followInBackground(services.database, services.searchIndex)
  try {
    await services.jobs.runner.start(services.handlers)
    process.stdout.write('Dogear worker is running jobs\n')
    log.info({ signal: await stopped }, 'stopping')
  } finally {
    await stopFollowing()
    await services.close(GRACE_MS)
  }
  return 0
}
