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
 * Bodies are read by the rules of the contract; schemas only describe. Given at the start, so that the libraries which
 * would compile them are never loaded.
 */
const NO_VALIDATION = {
  compilersFactory: { buildValidator: () => () => () => true, buildSerializer: () => () => JSON.stringify },
} as unknown as NonNullable<FastifyHttpOptions<Server>['schemaController']>

/** @returns a Fastify app without any route, with the limits and habits that both doors share */
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
    // Of uploads; any other body has half a minute.
    requestTimeout: 900_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    genReqId,
    // A logger of its own for each request would cost more than the request; lines name the request themselves.
    ...(logger && { childLoggerFactory: () => logger }),
    trustProxy: proxies.length > 0 && proxies,
    // However long a piece of a path is, what it names is just not there; the head of a request has a limit anyway.
    routerOptions: { maxParamLength: 16_384 },
    clientErrorHandler: (error, socket) => {
      if (!readUnescaped(app.server, error, socket)) respondUnreadable(error, socket)
    },
    // Looked at every two seconds: Node's own thirty would make forty seconds of the ten.
    // A request without a host is refused by us, with the headers of every answer.
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
  app.server.maxConnections = 1000
  if (settings.DOGEAR_RATE_LIMITS) limitConnections(app.server, proxies)
  limitBodyTime(app)
  app.server.on('checkExpectation', (_request, response) => respondExpectationFailed(response))
  refuseWhileStopping(app)
  return app
}

/** Requests on connections that are still open are refused. A hook would cost every request. */
function refuseWhileStopping(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    app.server.removeAllListeners('request')
    app.server.on('request', (_request, response) => respondStopping(response))
    done()
  })
}

/** Names a request for the log. */
export type RequestIds = () => string

/** @returns numbers that go up, behind a word of this process, so that no two requests of any log are the same */
export function requestIds(): RequestIds {
  const prefix = randomBase36(6)
  let count = 0
  return () => `${prefix}-${(++count).toString(36)}`
}
