import { existsSync } from 'node:fs'
import { databaseLocation } from '../config/database-location.ts'
import type { Settings } from '../config/settings.ts'
import type { Database } from '../db/database.ts'
import { readDatabaseFacts } from '../db/database-facts.ts'
import type { DatabaseLocation } from '../db/database-url.ts'
import { pendingMigrations } from '../db/migration-record.ts'
import { MIGRATIONS } from '../db/migrations/all-migrations.ts'
import { openDatabase } from '../db/open-database.ts'
import { explainUnusable } from '../db/unusable-database.ts'
import { readSystemState, type ReadLong, type SystemState } from './read-system-state.ts'
import { countPasskeysOfOtherHosts } from '../users/passkeys/passkey.repository.ts'
import { checkAddresses, checkPooler } from './check-pooler.ts'
import { ok, problem, problemOf, warning, type Finding } from './finding.ts'

/** Difference in seconds at which times of entries and tokens become noticeably wrong. */
const CLOCK_SECONDS = 10
/** Age in seconds of a due job at which something is wrong: imports take their turns with other jobs. */
const LATE_SECONDS = 1800

/** Number up to which users with changes that are not indexed are counted. */
const MOST_USERS_BEHIND = 20

/** @returns findings about the database and what it contains. Changes nothing, and does not migrate. */
export async function checkDatabase(settings: Settings): Promise<readonly Finding[]> {
  const name = 'database'
  const location = databaseLocation(settings)
  if (location.dialect === 'sqlite' && !existsSync(location.path)) {
    return [ok(name, `${location.path} does not exist yet; the first start creates it`)]
  }
  let database: Database | undefined
  try {
    if (location.dialect === 'postgres') await checkAddresses(location)
    database = await openDatabase({ location, poolSize: 2 })
    return await checkOpenDatabase({ database, location, baseUrl: settings.DOGEAR_BASE_URL })
  } catch (error) {
    return [problemOf(name, explainUnusable(location, error))]
  } finally {
    await database?.close()
  }
}

interface CheckedDatabase {
  readonly database: Database
  readonly location: DatabaseLocation
  /** DOGEAR_BASE_URL; empty if it is not set */
  readonly baseUrl: string
  /** runs the statements that may take long; by default on the connections of the database */
  readonly read?: ReadLong
}

/**
 * @returns findings about a database that is open, and what it contains
 * @throws the error of the driver if the database cannot be used
 */
export async function checkOpenDatabase({
  database,
  location,
  baseUrl,
  read,
}: CheckedDatabase): Promise<readonly Finding[]> {
  const { version, migrations, now } = await readDatabaseFacts(database)
  const pending = pendingMigrations(migrations, MIGRATIONS)
  if (pending.length > 0) {
    return [warning('database', `${pending.length} migrations are pending; the next start of the server applies them`)]
  }
  const state = await readSystemState(database, read)
  return [
    ok('database', `${version}, ${(state.databaseBytes / 1024 ** 2).toFixed(0)} MB`),
    ...(location.dialect === 'postgres' ? [checkClock(now)] : []),
    ...(location.dialect === 'postgres' && location.directUrl !== undefined ? [await checkPooler(database)] : []),
    ...checkJobs(state),
    checkSearch(state),
    ...(await checkPasskeys(database, baseUrl)),
  ]
}

/** @returns a warning about passkeys that no browser offers, because the host of the service has changed */
async function checkPasskeys(database: Database, baseUrl: string): Promise<readonly Finding[]> {
  if (baseUrl === '') return []
  const { hostname } = new URL(baseUrl)
  const lost = await database.read((db) => countPasskeysOfOtherHosts(db, hostname))
  if (lost === 0) return []
  const text = `${lost} of another host than ${hostname}: browsers no longer offer them, so their users must add new ones`
  return [warning('passkeys', text)]
}

function checkClock(ofDatabase: number): Finding {
  const seconds = Math.abs(Date.now() - ofDatabase) / 1000
  if (seconds < CLOCK_SECONDS) return ok('clock', 'agrees with that of the database')
  return problem('clock', `differs by ${seconds.toFixed(0)} s from that of the database: synchronize both by NTP`)
}

function checkJobs({ jobs, oldestDueSeconds }: SystemState): readonly Finding[] {
  const dead = jobs.reduce((sum, one) => sum + Number(one.dead), 0)
  const waiting = jobs.reduce((sum, one) => sum + Number(one.waiting), 0)
  const minutes = Math.floor(oldestDueSeconds / 60)
  return [
    oldestDueSeconds < LATE_SECONDS
      ? ok('jobs', `${waiting} are waiting`)
      : warning(
          'jobs',
          `one has been due for ${minutes} minutes: start the server or a worker, and see DOGEAR_RUN_JOBS`,
        ),
    ...(dead > 0 ? [warning('jobs', `${dead} have failed for good: see the page Administration → Jobs`)] : []),
  ]
}

/** A running server indexes changes within seconds, and searches do not depend on that. A long list is a backlog. */
function checkSearch({ usersBehind }: SystemState): Finding {
  if (usersBehind === 0) return ok('search', 'knows all changes')
  const remark = 'a running server catches up by itself'
  if (usersBehind === MOST_USERS_BEHIND) {
    return warning('search', `does not know the latest changes of ${MOST_USERS_BEHIND} users or more; ${remark}`)
  }
  const users = `${usersBehind} ${usersBehind === 1 ? 'user' : 'users'}`
  return ok('search', `does not know the latest changes of ${users} yet; ${remark}`)
}
