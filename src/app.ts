import type { Server } from 'node:http'
import { fastify, LogController, type FastifyBaseLogger, type FastifyHttpOptions, type FastifyInstance } from 'fastify'
import { answerCache } from './api/answer-cache.ts'
import { entryPresenter } from './api/entry-cache.ts'
import { apiRoutes, tokenRoutes, type ApiDeps } from './api/index.routes.ts'
import { overrideMethod, routedPath } from './api/wire-path.ts'
import type { Database } from './db/database.ts'
import type { User } from './users/user.ts'
import { knownEntryFinder } from './entries/find-known-entries.ts'
import { entryLister } from './entries/list-entries.ts'
import { entryLoader } from './entries/load-entries.ts'
import { entryAwaiter } from './entries/wait-for-entry.ts'
import { addHealthRoutes } from './health.routes.ts'
import { notFound } from './kernel/errors.ts'
import { randomBase36 } from './kernel/random-token.ts'
import { authenticator } from './oauth/authenticate.ts'
import { addRequestLog } from './request-log.ts'
import { addSecurityHeaders } from './security-headers.ts'
import type { Services } from './services.ts'
import { tagLister } from './tags/list-tags.ts'
import { BUDGETS } from './throttling/budgets.ts'
import type { Assets } from './web/assets.ts'
import { cookieJar } from './web/cookies.ts'
import { sendErrorPage, webRoutes, type WebDeps } from './web/index.routes.ts'

export interface AppOptions {
  /** address of this server as people reach it, without a slash at the end */
  readonly baseUrl: string
  readonly assets: Assets
  readonly logger: FastifyBaseLogger | undefined
}

/** Puts the doors on the services. Reads no environment and opens no port: tests use it as it is. */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const app = bareApp(services, options)
  const deps = doorDeps(services, options)
  addSecurityHeaders(app, options.baseUrl)
  addRequestLog(app)
  addHealthRoutes(app, services)
  await app.register(tokenRoutes(deps))
  await app.register(
    apiRoutes(deps, () => apiReference(deps, options)),
    { prefix: '/api' },
  )
  await app.register(webRoutes(deps))
  app.setErrorHandler<Error>((error, request, reply) => sendErrorPage(deps, error, request, reply))
  app.setNotFoundHandler((request, reply) => sendErrorPage(deps, notFound('page'), request, reply))
  return app
}

/**
 * Bodies are read by the rules of the contract; schemas only describe. Given at the start, so that the libraries which
 * would compile them are never loaded.
 */
const NO_VALIDATION = {
  compilersFactory: { buildValidator: () => () => () => true, buildSerializer: () => () => JSON.stringify },
} as unknown as NonNullable<FastifyHttpOptions<Server>['schemaController']>

function bareApp({ settings }: Services, { logger }: AppOptions): FastifyInstance {
  const app = fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: settings.DOGEAR_MAX_BODY_MB * 1024 * 1024,
    connectionTimeout: 0,
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    genReqId: requestIds(),
    // A logger of its own for each request would cost more than the request; lines name the request themselves.
    childLoggerFactory: (parent) => parent,
    trustProxy: trustedProxies(settings.DOGEAR_TRUSTED_PROXIES),
    // However long a piece of a path is, what it names is just not there; the head of a request has a limit anyway.
    routerOptions: { maxParamLength: 16_384 },
    http: { headersTimeout: 10_000, maxHeaderSize: 16_384 },
    rewriteUrl: (request) => {
      overrideMethod(request)
      return routedPath(request)
    },
    schemaController: NO_VALIDATION,
  } satisfies FastifyHttpOptions<Server>)
  app.server.maxConnections = 1000
  return app
}

/** @returns numbers that go up, behind a word of this process, so that no two requests of any log are the same */
function requestIds(): () => string {
  const prefix = randomBase36(6)
  let count = 0
  return () => `${prefix}-${(++count).toString(36)}`
}

function trustedProxies(text: string): string[] | false {
  const list = text.split(',').flatMap((piece) => piece.trim() || [])
  return list.length === 0 ? false : list
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

/** Everything that the doors ask for, gathered once. */
function doorDeps(services: Services, { baseUrl, assets }: AppOptions): ApiDeps & WebDeps {
  const { settings, database, clock, extraction, jobs, throttles } = services
  const loadEntries = entryLoader(database)
  const cacheBytes = settings.DOGEAR_CACHE_MB * 1024 * 1024
  return {
    ...services,
    baseUrl,
    assets,
    jobs: jobs.queue,
    jar: cookieJar(baseUrl.startsWith('https:')),
    authenticate: authenticator({ database, clock }),
    hasQueryTokens: settings.DOGEAR_QUERY_TOKENS,
    hasExactMembers: settings.DOGEAR_EXACT_MEMBERS,
    isRegistrationOpen: settings.DOGEAR_REGISTRATION,
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
    savesPerUser: throttles(BUDGETS.savesPerUser),
    clean: (given) => extraction.clean(given),
    listEntries: entryLister(database),
    loadEntries,
    listTags: tagLister(database),
    findUser: (id) => findUserLater(database, id),
    findKnownEntries: knownEntryFinder(database),
    presentEntries: entryPresenter(loadEntries, cacheBytes / 2),
    sendCached: answerCache(cacheBytes / 2),
    awaitEntry: entryAwaiter({ database, signals: jobs.signals, waitMs: settings.DOGEAR_SAVE_WAIT_SECONDS * 1000 }),
  }
}
