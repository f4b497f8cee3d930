import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { answerCache } from './api/answer-cache.ts'
import { entryPresenter } from './api/entry-cache.ts'
import { apiRoutes, tokenRoutes } from './api/index.routes.ts'
import { knownPaths, type KnownPaths } from './api/known-paths.ts'
import { sendApiError } from './api/errors.ts'
import { bareApp, requestIds, type RequestIds } from './bare-app.ts'
import type { Database } from './db/database.ts'
import type { User } from './users/user.ts'
import type { UserConfig } from './users/user-config.ts'
import { unseal } from './kernel/seal.ts'
import type { GivenContent } from './extraction/extraction.ts'
import type { ExportGate } from './exports/export-gate.ts'
import type { imageLoader } from './exports/load-images.ts'
import { knownEntryFinder } from './entries/find-known-entries.ts'
import { imageAddresses } from './images/image-address.ts'
import { entryLister } from './entries/list-entries.ts'
import { entryLoader } from './entries/load-entries.ts'
import { imageOrderer } from './entries/order-images.ts'
import { entryAwaiter } from './entries/wait-for-entry.ts'
import { addHealthRoutes } from './health.routes.ts'
import { handOver } from './hand-over.ts'
import { authenticator } from './oauth/authenticate.ts'
import { refuseTunnels } from './refuse-tunnels.ts'
import { addRequestLog } from './request-log.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { entrySearch } from './search/search-entries.ts'
import { lateSecurityEvents } from './security-events/late-security-events.ts'
import type { Services } from './services.ts'
import { tagLister } from './tags/list-tags.ts'
import { BUDGETS, FAILURES_PER_ACCOUNT } from './throttling/budgets.ts'
import { registrationReader } from './users/registration.ts'

export interface AppOptions {
  /** address of this server as people reach it, without a slash at the end */
  readonly baseUrl: string
  readonly logger: FastifyBaseLogger | undefined
}

/**
 * Puts the doors on the services. Reads no environment and opens no port: tests use it as it is. The less used part of
 * the API and the pages are apps of their own behind this one, each loaded with its first request.
 */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const ids = requestIds()
  const app = bareApp(services.settings, options.logger, ids)
  const deps = doorDeps(services, options)
  app.addHook('onClose', () => deps.securityEvents.settle())
  refuseTunnels(app.server)
  const paths = knownPaths()
  const parts = { services, deps, options, ids, paths, openExporting: exportingOpener(services) }
  const others = handOver([
    {
      isFor: (url) => /^\/api(?:[/?]|$)/.test(url),
      build: async () => (await import('./rare-api-app.ts')).buildRareApiApp(parts),
    },
    { isFor: () => true, build: async () => (await import('./web-app.ts')).buildWebApp(parts) },
  ])
  await app.register(async (own) => {
    paths.watch(own)
    addSecurityHeaders(own, options.baseUrl)
    addRequestLog(own, services.settings)
    own.setErrorHandler((error, request, reply) => sendApiError(error, request, reply))
    addHealthRoutes(own, services)
    await own.register(tokenRoutes(deps))
    await own.register(apiRoutes(deps), { prefix: '/api' })
  })
  await app.register(others)
  return app
}

/** What the apps behind this one are built from. */
export interface AppParts {
  readonly services: Services
  readonly deps: DoorDeps
  readonly options: AppOptions
  /** the numbers that the first app gives to its requests, so that none is given twice */
  readonly ids: RequestIds
  readonly paths: KnownPaths
  readonly openExporting: () => Promise<Exporting>
}

/** What both doors export with: one gate for all, so that there are never too many at once. */
export interface Exporting {
  readonly exportGate: ExportGate
  readonly loadImages: ReturnType<typeof imageLoader>
}

/** @returns a function that loads it once, when the first app asks that needs it */
function exportingOpener({ database, images }: Services): () => Promise<Exporting> {
  let opened: Promise<Exporting> | undefined
  const open = async (): Promise<Exporting> => {
    const [gates, loaders] = await Promise.all([import('./exports/export-gate.ts'), import('./exports/load-images.ts')])
    return { exportGate: new gates.ExportGate(), loadImages: loaders.imageLoader(database, images) }
  }
  return () => (opened ??= open())
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

function doorDeps(services: Services, { baseUrl, logger: log }: AppOptions) {
  const { settings, database, clock, extraction, jobs, throttles } = services
  const loadEntries = entryLoader(database)
  const hasAddresses = settings.DOGEAR_EVENT_ADDRESSES
  const cacheBytes = settings.DOGEAR_CACHE_MB * 1024 * 1024
  return {
    ...services,
    baseUrl,
    jobs: jobs.queue,
    authenticate: authenticator({ database, clock }),
    securityEvents: lateSecurityEvents({ database, clock, log, hasAddresses }),
    hasQueryTokens: settings.DOGEAR_QUERY_TOKENS,
    hasExactMembers: settings.DOGEAR_EXACT_MEMBERS,
    articleBytes: settings.DOGEAR_MAX_BODY_MB * 1024 * 1024,
    isRegistrationOpen: registrationReader(database, settings.DOGEAR_REGISTRATION),
    isSharing: settings.DOGEAR_SHARING,
    securityContact: settings.DOGEAR_SECURITY_CONTACT,
    lifetimes: {
      access: settings.DOGEAR_ACCESS_TOKEN_SECONDS,
      refresh: settings.DOGEAR_REFRESH_TOKEN_SECONDS,
      family: settings.DOGEAR_REFRESH_FAMILY_SECONDS,
      grace: settings.DOGEAR_REFRESH_GRACE_SECONDS,
    },
    failuresPerAccount: services.guesses(FAILURES_PER_ACCOUNT),
    failuresPerAddress: throttles(BUDGETS.failuresPerAddress),
    tokensPerClient: throttles(BUDGETS.tokensPerClient),
    callsPerToken: throttles(BUDGETS.callsPerToken),
    registrationsPerAddress: throttles(BUDGETS.registrationsPerAddress),
    strangersPerAddress: throttles(BUDGETS.strangersPerAddress),
    wrongSecretsPerAddress: throttles(BUDGETS.wrongSecretsPerAddress),
    savesPerUser: throttles(BUDGETS.savesPerUser),
    searchesPerUser: throttles(BUDGETS.searchesPerUser),
    trialsPerUser: throttles(BUDGETS.trialsPerUser),
    clean: (given: GivenContent) => extraction.clean(given),
    ...(settings.DOGEAR_IMAGES && { orderImages: imageOrderer(jobs.queue) }),
    imageAddresses: imageAddresses(services.instanceKey),
    listEntries: entryLister(database),
    search: entrySearch(services.searchIndex),
    loadEntries,
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
