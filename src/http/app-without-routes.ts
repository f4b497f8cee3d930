import {
  type IncomingMessage,
  type Server,
  STATUS_CODES,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import { fastify, LogController, type FastifyBaseLogger, type FastifyHttpOptions, type FastifyInstance } from 'fastify'
import { overrideMethod, normalizedPath } from './normalize-request.ts'
import type { Settings } from '../config/settings.ts'
import { BODY_DEADLINES, limitBodyTime, type BodyDeadlines } from './body-deadline.ts'
import { limitConnections } from './connection-limit.ts'
import { ORDINARY_BODY } from '../kernel/body-limits.ts'
import { randomBase36 } from '../kernel/random-token.ts'
import { parseEscapedRequest } from './parse-escaped-request.ts'
import { limitReadingTime, READING_MS } from './reading-deadline.ts'
import type { Socket } from 'node:net'

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
  limitReadingTime(app, bodyDeadlines.readingMs ?? READING_MS)
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

/** Returns the id of a new request, for the log. */
type RequestIds = (request: IncomingMessage) => string

/** @returns a function that numbers the requests. A random prefix keeps the ids of different processes apart. */
export function requestIds(): RequestIds {
  const prefix = randomBase36(6)
  let count = 0
  return () => `${prefix}-${(++count).toString(36)}`
}

/** @returns the body of an error response, in the format of the API */
function envelope(status: number): string {
  return JSON.stringify({ code: status, message: STATUS_CODES[status] })
}

/** Responds with 503 while the server is stopping, and closes the connection. */
function respondStopping(response: ServerResponse): void {
  answerClosing(response, 503, { 'retry-after': '5' })
}

/** Responds with 417 to a request whose `Expect` header contains anything but `100-continue` (RFC 9110, 10.1.1). */
function respondExpectationFailed(response: ServerResponse): void {
  answerClosing(response, 417, {})
}

function answerClosing(response: ServerResponse, status: number, more: OutgoingHttpHeaders): void {
  const body = envelope(status)
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-length': body.length,
    connection: 'close',
    ...more,
  })
  response.end(body)
}

const STATUS_OF: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/**
 * Responds to a request that is not valid HTTP, arrives too slowly or has too long headers. Then closes the connection.
 */
function respondUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = STATUS_OF[error.code ?? ''] ?? 400
  const body = envelope(status)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n` +
      `X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
}
