import { databaseLocation } from './config/database-location.ts'
import { readActivity } from './activity/read-activity.ts'
import { longReader, longStatements } from './db/long-reads.ts'
import { checkOpenDatabase } from './doctor/check-database.ts'
import { checkReporter } from './doctor/check-reporter.ts'
import { installationChecks } from './doctor/installation-checks.ts'
import { recentResult } from './doctor/recent-result.ts'
import type { AppOptions } from './route-deps.ts'
import type { Services } from './services.ts'

/** Milliseconds for which the figures of the last day are shown again. */
const ACTIVITY_AGE_MS = 60_000

/** @returns what the first administration page shows: the checks of the installation, and the last day */
export function overviewSources(
  { settings, database, clock, activity }: Services,
  loaded: AppOptions['loaded'] = { settings, warnings: [] },
) {
  const location = databaseLocation(settings)
  const readLong = longReader(database, location)
  const { prepare } = longStatements(readLong)
  const checkDatabase = () =>
    checkOpenDatabase({
      database,
      location,
      baseUrl: loaded.settings.DOGEAR_BASE_URL,
      read: (sql, parameters = []) => prepare<never>(sql).all(...parameters),
    })
  const readDay = async () => {
    // Without a new sample, the figures end a few minutes earlier.
    await activity.record().catch(() => undefined)
    return readActivity({ database, readLong }, clock.now())
  }
  return {
    reportChecks: checkReporter(installationChecks(loaded, checkDatabase), clock),
    reportActivity: recentResult(readDay, { maxAgeMs: ACTIVITY_AGE_MS, now: () => clock.now().getTime() }),
  }
}
