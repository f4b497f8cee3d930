import type { Server } from 'node:http'
import { fastify, LogController, type FastifyBaseLogger, type FastifyHttpOptions, type FastifyInstance } from 'fastify'
import { overrideMethod, routedPath } from './normalize-request.ts'
import type { Settings } from '../config/settings.ts'
import { limitBodyTime } from './body-deadline.ts'
import { limitConnections } from './connection-limit.ts'
import { ORDINARY_BODY } from '../kernel/body-limits.ts'
import { randomBase36 } from '../kernel/random-token.ts'
import { respondStopping, respondExpectationFailed, respondUnreadable } from './raw-responses.ts'
import { readUnescaped } from './unescaped-request.ts'

/**
 * Switches off Fastify's validation by schema. The schemas only document the API; our own code validates bodies by the
 * rules of the contract. Fastify then never loads the libraries that compile schemas.
 */
const NO_VALIDATION = {
  compilersFactory: { buildValidator: () => () => () => true, buildSerializer: () => () => JSON.stringify },
} as unknown as NonNullable<FastifyHttpOptions<Server>['schemaController']>

/** @returns a Fastify app without routes, with the limits and defaults that all routes share */
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
    // This time limit is for uploads. Other bodies have a shorter one (body-deadline.ts).
    requestTimeout: 900_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    genReqId,
    // Creating a child logger for each request takes much time, and log lines contain the request id anyway.
    ...(logger && { childLoggerFactory: () => logger }),
    trustProxy: proxies.length > 0 && proxies,
    // Long path segments get the response 404 like other unknown paths. The size of the request head limits their
    // length.
    routerOptions: { maxParamLength: 16_384 },
    clientErrorHandler: (error, socket) => {
      if (!readUnescaped(app.server, error, socket)) respondUnreadable(error, socket)
    },
    // Time limits are checked every two seconds. With Node's default of 30, a limit of 10 seconds could take 40
    // seconds. Our own hook rejects requests without a host, so that the response has the common headers.
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

/**
 * Rejects requests on open connections while the server is stopping. It replaces the request listener, because a hook
 * would make every request slower.
 */
function refuseWhileStopping(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    app.server.removeAllListeners('request')
    app.server.on('request', (_request, response) => respondStopping(response))
    done()
  })
}

/** Returns a new request id for the log. */
export type RequestIds = () => string

/**
 * @returns a function that counts requests and returns ids. A random prefix prevents two processes from creating the
 *   same id.
 */
export function requestIds(): RequestIds {
  const prefix = randomBase36(6)
  let count = 0
  return () => `${prefix}-${(++count).toString(36)}`
}
