import type { Server } from 'node:http'
import { fastify, LogController, type FastifyBaseLogger, type FastifyHttpOptions, type FastifyInstance } from 'fastify'
import { overrideMethod, routedPath } from './wire-path.ts'
import type { Settings } from '../config/settings.ts'
import { limitBodyTime } from './body-deadline.ts'
import { limitConnections } from './connection-limit.ts'
import { ORDINARY_BODY } from '../kernel/body-limits.ts'
import { randomBase36 } from '../kernel/random-token.ts'
import { respondStopping, respondExpectationFailed, respondUnreadable } from './raw-responses.ts'
import { readUnescaped } from './unescaped-request.ts'

/**
 * Body validation follows the rules of the contract; schemas only describe. Set at the start, so that the libraries
 * that would compile schemas are never loaded.
 */
const NO_VALIDATION = {
  compilersFactory: { buildValidator: () => () => () => true, buildSerializer: () => () => JSON.stringify },
} as unknown as NonNullable<FastifyHttpOptions<Server>['schemaController']>

/** @returns a Fastify app without routes, with the limits and defaults that all interfaces share */
export function bareApp(
  settings: Settings,
  logger: FastifyBaseLogger | undefined,
  genReqId: RequestIds,
): FastifyInstance {
  const proxies = [...settings.DOGEAR_TRUSTED_PROXIES]
  const app = fastify({
    logger: false,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: ORDINARY_BODY,
    connectionTimeout: 0,
    // For uploads; other bodies have 30 seconds.
    requestTimeout: 900_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    genReqId,
    // A child logger for each request would cost more than the request; log lines contain the request id themselves.
    ...(logger && { childLoggerFactory: () => logger }),
    trustProxy: proxies.length > 0 && proxies,
    // A path segment of any length results in 404; the size of the request head is limited anyway.
    routerOptions: { maxParamLength: 16_384 },
    clientErrorHandler: (error, socket) => {
      if (!readUnescaped(app.server, error, socket)) respondUnreadable(error, socket)
    },
    // Checked every two seconds: with Node's default of 30 seconds, a limit of 10 seconds could take 40. Requests
    // without a host are refused by our own hook, so that the response has the usual headers.
    http: {
      requireHostHeader: false,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2000,
      maxHeaderSize: 16_384,
    },
    rewriteUrl: (request) => {
      overrideMethod(request)
      return routedPath(request)
    },
    schemaController: NO_VALIDATION,
  } satisfies FastifyHttpOptions<Server>)
  app.server.maxConnections = settings.DOGEAR_MAX_CONNECTIONS
  if (settings.DOGEAR_RATE_LIMITS) limitConnections(app.server, proxies)
  limitBodyTime(app)
  app.server.on('checkExpectation', (_request, response) => respondExpectationFailed(response))
  refuseWhileStopping(app)
  return app
}

/** Refuses requests on connections that are still open. A hook would add a cost to every request. */
function refuseWhileStopping(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    app.server.removeAllListeners('request')
    app.server.on('request', (_request, response) => respondStopping(response))
    done()
  })
}

/** Creates request ids for the log. */
export type RequestIds = () => string

/** @returns increasing numbers with a prefix for this process, so that request ids are unique across logs */
export function requestIds(): RequestIds {
  const prefix = randomBase36(6)
  let count = 0
  return () => `${prefix}-${(++count).toString(36)}`
}
