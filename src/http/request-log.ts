import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../config/settings.ts'
import type { EventKind } from '../security-events/event-kinds.ts'

/** The security event that is logged with a response, by its status code. */
const EVENT_OF_STATUS: ReadonlyMap<number, EventKind> = new Map<number, EventKind>([
  [401, 'access-refused'],
  [403, 'access-refused'],
  [429, 'rate-limited'],
])

/**
 * Logs a line for each request. It omits query, body and headers, which may contain tokens and passwords. Successful
 * reads are logged at the level `debug` only. A rejected request is marked as a security event and includes the
 * client's address, if the settings allow it.
 */
export function addRequestLog(
  app: FastifyInstance,
  { DOGEAR_EVENT_ADDRESSES: hasAddresses }: Pick<Settings, 'DOGEAR_EVENT_ADDRESSES'>,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const isQuiet = reply.statusCode < 400 && (request.method === 'GET' || request.method === 'HEAD')
    const level = isQuiet ? 'debug' : 'info'
    if (isQuiet && request.log.level !== 'debug' && request.log.level !== 'trace') return done()
    request.log[level](
      {
        ...refusal(request, reply, hasAddresses),
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(request.viewer && { userId: request.viewer.id }),
        ...(request.session && { userId: request.session.user.id }),
      },
      'request answered',
    )
    return done()
  })
}

function refusal(request: FastifyRequest, { statusCode }: FastifyReply, hasAddresses: boolean): object {
  const event = EVENT_OF_STATUS.get(statusCode)
  if (event === undefined) return {}
  // Despite its type, `request.ip` is undefined after the client has disconnected.
  const address = request.ip as string | undefined
  return { event, ...(hasAddresses && address !== undefined && { address }) }
}
