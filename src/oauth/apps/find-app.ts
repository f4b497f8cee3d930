import type { Database } from '../../db/database.ts'
import type { Fetcher } from '../../fetching/fetcher.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Caller } from '../../security-events/caller.ts'
import { networkOf } from '../../throttling/network-of-address.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import { fetchAppDocument, isDocumentAddress } from './app-document.ts'
import { storeNewApp } from './register-app.ts'
import { findApp } from './registered-app.repository.ts'
import type { RegisteredApp } from './registered-app.ts'

export interface AppFinderDeps {
  readonly database: Database
  readonly clock: Clock
  readonly appsPerAddress: Throttle
  /** fetches descriptions of apps, with `APP_DOCUMENT_LIMITS` */
  readonly appFetcher: Fetcher
}

/**
 * Finds an app by its `client_id`. If that is the address of a document, the document is fetched, unless that was done within
 * the last hour. Returns undefined if there is no such app.
 * @throws AppError `too_many_requests` if the caller has had too many documents fetched
 */
export type FindApp = (clientId: string, caller: Caller) => Promise<RegisteredApp | undefined>

/** Time in milliseconds for which a fetched document is used. The user decides a moment after the question. */
const FRESH_MS = 3_600_000

export function appFinder(deps: AppFinderDeps): FindApp {
  const { database, clock, appsPerAddress, appFetcher } = deps
  return async (clientId, { address }) => {
    const known = await database.read((db) => findApp(db, clientId))
    if (!isDocumentAddress(clientId) || isFresh(known, clock.now())) return known
    await appsPerAddress.take(networkOf(address))
    const metadata = await fetchAppDocument(appFetcher, clientId)
    return metadata && storeNewApp(deps, { ...metadata, documentUrl: clientId })
  }
}

const isFresh = (app: RegisteredApp | undefined, now: Date): boolean =>
  now.getTime() - Date.parse(app?.readAt ?? '') < FRESH_MS
