import type { Server } from 'node:http'
import { fastify, LogController, type FastifyBaseLogger, type FastifyHttpOptions, type FastifyInstance } from 'fastify'
import { overrideMethod, normalizedPath } from './normalize-request.ts'
import type { Settings } from '../config/settings.ts'
import { BODY_DEADLINES, limitBodyTime, type BodyDeadlines } from './body-deadline.ts'
import { limitConnections } from './connection-limit.ts'
import { ORDINARY_BODY } from '../kernel/body-limits.ts'
import { randomBase36 } from '../kernel/random-token.ts'
import { respondStopping, respondExpectationFailed, respondUnreadable } from './raw-responses.ts'
import { parseEscapedRequest } from './parse-escaped-request.ts'

/**
 * Switches off Fastify's validation by schema, so Fastify never loads the libraries that compile schemas. The schemas
 * only document the API; our own code validates bodies by the rules of the wallabag contract (docs/adr/0037).
 */
const NO_VALIDATION = {
  compilersFactory: { buildValidator: () => () => () => true, buildSerializer: () => () => JSON.stringify },
} as unknown as NonNullable<FastifyHttpOptions<Server>['schemaController']>

/** @returns a Fastify app without routes. It has the limits and defaults that all routes share. */
export function appWithoutRoutes(
  settings: Settings,
  logger: FastifyBaseLogger | undefined,
  genReqId: RequestIds,
  bodyDeadlines: BodyDeadlines = BODY_DEADLINES,
): FastifyInstance {
  const proxies = [...settings.DOGEAR_TRUSTED_PROXIES]
  const app = fastify({
    logger: false,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: ORDINARY_BODY,
    connectionTimeout: 0,
    // Bodies have shorter limits, and errors in the format of their interface (body-deadline.ts).
    requestTimeout: 960_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    genReqId,
    // All requests share one logger, because it takes too long to create one for each request, and because log lines
    // contain the request id anyway.
    ...(logger && { childLoggerFactory: () => logger }),
    trustProxy: proxies.length > 0 && proxies,
    // A long path segment gets the response 404 like any unknown path. `maxHeaderSize` limits the length of the
    // address.
    routerOptions: { maxParamLength: 16_384 },
    clientErrorHandler: (error, socket) => {
      if (!parseEscapedRequest(app.server, error, socket)) respondUnreadable(error, socket)
    },
    // Node checks time limits every two seconds. With Node's default interval of 30 seconds, slow headers would be cut
    // off after up to 40 seconds instead of 10. `requireHostHeader` is off because our own hook rejects requests
    // without a host and adds the common headers to its response (security-headers.ts).
    http: {
      requireHostHeader: false,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2000,
      maxHeaderSize: 16_384,
    },
    rewriteUrl: (request) => {
      overrideMethod(request)
      return normalizedPath(request)
    },
    schemaController: NO_VALIDATION,
  } satisfies FastifyHttpOptions<Server>)
  app.server.maxConnections = settings.DOGEAR_MAX_CONNECTIONS
  if (settings.DOGEAR_RATE_LIMITS) limitConnections(app.server, proxies)
  limitBodyTime(app, bodyDeadlines)
  app.server.on('checkExpectation', (_request, response) => respondExpectationFailed(response))
  refuseWhileStopping(app)
  return app
}

/**
 * Answers requests on open connections with an error while the server stops. The request listener is replaced when the
 * stop begins, because a permanent hook would slow down every request.
 */
function refuseWhileStopping(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    app.server.removeAllListeners('request')
    app.server.on('request', (_request, response) => respondStopping(response))
    done()
  })
}

/** Returns a new request id for the log. */
type RequestIds = () => string

/** @returns a function that numbers the requests. A random prefix keeps the ids of different processes apart. */
export function requestIds(): RequestIds {
  const prefix = randomBase36(6)
  let count = 0
  return () => `${prefix}-${(++count).toString(36)}`
}
