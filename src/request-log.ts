import type { FastifyInstance } from 'fastify'

/**
 * One line a request, without its query, body and headers: tokens and passwords stand in all three. What went well and
 * changed nothing is told at `debug`, so that reading costs nothing.
 */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const isQuiet = reply.statusCode < 400 && (request.method === 'GET' || request.method === 'HEAD')
    const level = isQuiet ? 'debug' : 'info'
    if (isQuiet && request.log.level !== 'debug' && request.log.level !== 'trace') return done()
    request.log[level](
      {
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
