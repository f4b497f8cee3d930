import { databaseLocation } from './config/database-location.ts'
import { loadSettings, type Environment } from './config/load-settings.ts'
import { openLog } from './logging/log.ts'
import { checkBeforeStart } from './doctor/check-before-start.ts'
import { openPreparedServices } from './open-prepared-services.ts'
import { indexInBackground } from './search/index-in-background.ts'
import { recordActivity } from './activity/record-activity.ts'
import { listenForMetrics } from './serve-metrics.ts'
import { startupMessage } from './startup-message.ts'
import { untilSignal } from './stop-signal.ts'

/** Milliseconds that running jobs have to finish at shutdown. */
const GRACE_MS = 6000

/**
 * Runs a process that runs jobs and has no web server. It needs PostgreSQL. Any number of workers and servers can run
 * at the same time.
 * @returns the exit code
 */
export async function startWorker(environment: Environment): Promise<number> {
  const loaded = loadSettings(environment)
  const { settings, warnings } = loaded
  const log = openLog(settings)
  for (const warning of warnings) log.warn({ warning }, 'unknown setting')
  const location = databaseLocation(settings)
  if (location.dialect === 'sqlite') {
    process.stderr.write('"dogear worker" needs PostgreSQL. On SQLite, "dogear serve" runs the jobs.\n')
    return 1
  }
  const stopped = untilSignal()
  await checkBeforeStart(settings, false)
  const services = await openPreparedServices(settings, log)
  const closeMetrics = await listenForMetrics(services)
  const stopRecording = recordActivity(services.activity)
  const stopFollowing = indexInBackground(services.database, services.searchIndex)
  try {
    await services.jobs.runner.start(services.handlers)
    process.stdout.write(`${startupMessage(loaded)}Dogear worker is running jobs\n`)
    log.info({ signal: await stopped }, 'stopping')
  } finally {
    await Promise.all([stopFollowing(), closeMetrics(), stopRecording()])
    await services.close(GRACE_MS)
  }
  return 0
}
