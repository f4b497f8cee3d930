import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { answerCache } from './api/answer-cache.ts'
import { entryPresenter } from './api/entry-cache.ts'
import { apiRoutes, tokenRoutes, type ApiDeps } from './api/index.routes.ts'
import { sendApiError } from './api/errors.ts'
import { bareApp, requestIds } from './bare-app.ts'
import type { Database } from './db/database.ts'
import type { User } from './users/user.ts'
import type { UserConfig } from './users/user-config.ts'
import { unseal } from './kernel/seal.ts'
import type { GivenContent } from './extraction/extraction.ts'
import { ExportGate } from './exports/export-gate.ts'
import { titleFinder } from './exports/find-by-title.ts'
import { imageLoader } from './exports/load-images.ts'
import { knownEntryFinder } from './entries/find-known-entries.ts'
import { entryLister } from './entries/list-entries.ts'
import { entryLoader } from './entries/load-entries.ts'
import { entryAwaiter } from './entries/wait-for-entry.ts'
import { addHealthRoutes } from './health.routes.ts'
import { handOver } from './hand-over.ts'
import { authenticator } from './oauth/authenticate.ts'
import { addRequestLog } from './request-log.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { entrySearch } from './search/search-entries.ts'
import type { Services } from './services.ts'
import { tagLister } from './tags/list-tags.ts'
import { BUDGETS } from './throttling/budgets.ts'

export interface AppOptions {
  /** address of this server as people reach it, without a slash at the end */
  readonly baseUrl: string
  readonly logger: FastifyBaseLogger | undefined
}

/**
 * Puts the doors on the services. Reads no environment and opens no port: tests use it as it is. The pages are an app
 * of their own behind this one, loaded with the first request that the API does not know.
 */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const ids = requestIds()
  const app = bareApp(services.settings, options.logger, ids)
  const deps = doorDeps(services, options)
  const pages = handOver(async () => {
    const { buildWebApp } = await import('./web-app.ts')
    return buildWebApp({ services, deps, options, ids })
  })
  await app.register(async (own) => {
    addSecurityHeaders(own, options.baseUrl)
    addRequestLog(own)
    own.setErrorHandler((error, request, reply) => sendApiError(error, request, reply))
    addHealthRoutes(own, services)
    await own.register(tokenRoutes(deps))
    await own.register(
      apiRoutes(deps, () => apiReference(deps, options)),
      { prefix: '/api' },
    )
  })
  await app.register(pages)
  return app
}

/** Builds the reference of the API from the routes themselves, when somebody asks for it. */
async function apiReference(deps: ApiDeps, { baseUrl }: AppOptions): Promise<object> {
  const { makeReference } = await import('./api/reference.ts')
  const doors = [
    { plugin: tokenRoutes(deps), prefix: '/' },
    { plugin: apiRoutes(deps), prefix: '/api' },
  ]
  return makeReference({ doors, baseUrl, version: deps.version })
}

async function findUserLater(database: Database, id: User['id']): Promise<User | undefined> {
  const { findUser } = await import('./users/user.repository.ts')
  return database.read((db) => findUser(db, id))
}

async function findConfigLater(database: Database, id: User['id']): Promise<UserConfig> {
  const { findUserConfig } = await import('./users/user-config.repository.ts')
  return database.read((db) => findUserConfig(db, id))
}

/** Everything that both doors ask for, gathered once. */
export type DoorDeps = ReturnType<typeof doorDeps>

function doorDeps(services: Services, { baseUrl }: AppOptions) {
  const { settings, database, clock, extraction, jobs, throttles } = services
  const loadEntries = entryLoader(database)
  const cacheBytes = settings.DOGEAR_CACHE_MB * 1024 * 1024
  return {
    ...services,
    baseUrl,
    jobs: jobs.queue,
    authenticate: authenticator({ database, clock }),
    hasQueryTokens: settings.DOGEAR_QUERY_TOKENS,
    hasExactMembers: settings.DOGEAR_EXACT_MEMBERS,
    isRegistrationOpen: settings.DOGEAR_REGISTRATION,
    isSharing: settings.DOGEAR_SHARING,
    lifetimes: {
      access: settings.DOGEAR_ACCESS_TOKEN_SECONDS,
      refresh: settings.DOGEAR_REFRESH_TOKEN_SECONDS,
      family: settings.DOGEAR_REFRESH_FAMILY_SECONDS,
      grace: settings.DOGEAR_REFRESH_GRACE_SECONDS,
    },
    failuresPerAccount: throttles(BUDGETS.failuresPerAccount),
    failuresPerAddress: throttles(BUDGETS.failuresPerAddress),
    tokensPerClient: throttles(BUDGETS.tokensPerClient),
    callsPerToken: throttles(BUDGETS.callsPerToken),
    registrationsPerAddress: throttles(BUDGETS.registrationsPerAddress),
    savesPerUser: throttles(BUDGETS.savesPerUser),
    searchesPerUser: throttles(BUDGETS.searchesPerUser),
    trialsPerUser: throttles(BUDGETS.trialsPerUser),
    clean: (given: GivenContent) => extraction.clean(given),
    listEntries: entryLister(database),
    search: entrySearch(services.searchIndex),
    loadEntries,
    loadImages: imageLoader(database, services.images),
    exportGate: new ExportGate(),
    searchForExport: titleFinder(database),
    listTags: tagLister(database),
    findUser: (id: User['id']) => findUserLater(database, id),
    findConfig: (id: User['id']) => findConfigLater(database, id),
    revealFeedToken: ({ feedTokenSealed }: UserConfig) =>
      feedTokenSealed ? unseal(services.instanceKey, feedTokenSealed) : undefined,
    findKnownEntries: knownEntryFinder(database),
    presentEntries: entryPresenter(loadEntries, cacheBytes / 2),
    sendCached: answerCache(cacheBytes / 2),
    awaitEntry: entryAwaiter({ database, signals: jobs.signals, waitMs: settings.DOGEAR_SAVE_WAIT_SECONDS * 1000 }),
  }
}
