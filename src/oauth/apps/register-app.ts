import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Caller } from '../../security-events/caller.ts'
import { networkOf } from '../../throttling/network-of-address.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import type { AppMetadata } from './app-metadata.ts'
import { countUnusedApps, findApp, insertApp } from './registered-app.repository.ts'
import type { RegisteredApp } from './registered-app.ts'

export interface RegisterAppDeps {
  readonly database: Database
  readonly clock: Clock
  readonly appsPerAddress: Throttle
}

/** Time in milliseconds after which a new app is deleted if no user has connected it. */
const UNUSED_MS = 86_400_000
/** Maximum number of apps that no user has connected. */
const MAX_UNUSED = 1000

/**
 * Registers an app. Anyone may do so, because the app gets no access before a user consents.
 * @throws AppError `too_many_requests` if too many apps have registered
 */
export async function registerApp(
  { database, clock, appsPerAddress }: RegisterAppDeps,
  metadata: AppMetadata,
  { address }: Caller,
): Promise<RegisteredApp> {
  await appsPerAddress.take(networkOf(address))
  return storeNewApp({ database, clock }, metadata)
}

interface NewApp extends AppMetadata {
  /** address of the document in which the app describes itself; absent for an app that registers */
  readonly documentUrl?: string
}

/**
 * Stores an app that no user has connected yet, or what the document of a known app says now.
 * @throws AppError `too_many_requests` if the app is new and there are too many
 */
export async function storeNewApp(
  { database, clock }: Pick<RegisterAppDeps, 'database' | 'clock'>,
  app: NewApp,
): Promise<RegisteredApp> {
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + UNUSED_MS).toISOString()
  return database.transaction(async (tx) => {
    // A known app takes no place of a new one, so those who fill all places cannot lock it out.
    const isKnown = app.documentUrl !== undefined && (await findApp(tx, app.documentUrl)) !== undefined
    if (!isKnown && (await countUnusedApps(tx, expiresAt)) >= MAX_UNUSED) {
      throw new AppError('too_many_requests', 'too many apps have registered; try again later')
    }
    return insertApp(tx, { ...app, now: now.toISOString(), expiresAt })
  })
}
