import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../kernel/errors.ts'

/**
 * Maximum time in milliseconds in which a client reads nothing of a response that is generated while it is sent. It is longer than
 * that for bodies of requests, because a slow client has a full buffer of the system to read before the server notices.
 */
export const READING_MS = 60_000
/** Number of looks at the connection in this time. They are counted, so that a server that is busy itself ends nothing. */
const LOOKS = 10

/**
 * Ends a response whose client has stopped reading, and closes the connection. Otherwise, it would keep what the response is
 * generated from, such as a state of the database, a place among the exports, and memory. The time that the server takes to
 * generate the next piece does not count. The log contains the reason, as it does for other errors after the headers were sent, which
 * the client only sees as a closed connection.
 */
export function limitReadingTime(app: FastifyInstance, readingMs: number): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (payload instanceof Readable) {
      watchReader(reply, payload, readingMs)
      payload.once('error', (err) => logFailure(request, err))
    }
    done(null, payload)
  })
}

function watchReader({ raw }: FastifyReply, body: Readable, readingMs: number): void {
  let [sent, idleLooks] = [0, 0]
  const look = (): void => {
    const now = raw.socket?.bytesWritten ?? 0
    idleLooks = now === sent && raw.writableNeedDrain ? idleLooks + 1 : 0
    sent = now
    if (idleLooks < LOOKS) return
    const text = `the client has read nothing of the response for ${readingMs / 1000} seconds`
    // Fastify then closes the connection, because the headers are sent already.
    body.destroy(new AppError('request_timeout', text))
  }
  const timer = setInterval(look, readingMs / LOOKS).unref()
  body.once('close', () => clearInterval(timer))
}

function logFailure(request: FastifyRequest, err: Error): void {
  const facts = { requestId: request.id, route: request.routeOptions.url ?? 'unknown', err }
  request.log[err instanceof AppError ? 'warn' : 'error'](facts, 'response ended early')
}
