import type { IncomingMessage } from 'node:http'
import { Transform, type Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../kernel/errors.ts'

/** Time limits for receiving the body of a request, in milliseconds (security specification, section 5). */
export interface BodyDeadlines {
  /** maximum time for the whole body */
  readonly totalMs: number
  /** maximum time for the whole body of a route with `config: { isUpload: true }` */
  readonly uploadMs: number
  /** maximum time in which no byte arrives, on all routes */
  readonly stallMs: number
  /** maximum time in which nothing of a response is read (reading-deadline.ts); by default `READING_MS` */
  readonly readingMs?: number
}

/** An upload may take a quarter of an hour, because a phone on a slow network needs that long for a large file. */
export const BODY_DEADLINES: BodyDeadlines = { totalMs: 30_000, uploadMs: 900_000, stallMs: 30_000 }

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Limits the time for receiving a body, on all routes and for unknown addresses. When a time is over, reading the body
 * fails with an AppError `request_timeout`, which is answered in the format of the interface, and the connection is
 * closed. Bodies that have arrived with their head are not watched.
 */
export function limitBodyTime(app: FastifyInstance, deadlines: BodyDeadlines): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { raw } = request
    if (raw.complete || !WITH_BODY.has(raw.method ?? '') || !hasBody(raw)) return done(null, payload)
    const totalMs = request.routeOptions.config.isUpload ? deadlines.uploadMs : deadlines.totalMs
    return done(null, watchedBody(raw, reply, { ...deadlines, totalMs }))
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * @returns a stream with the bytes of the body. It is destroyed instead of the request, because destroying the request
 *   would close the connection before the response is sent.
 */
function watchedBody(
  raw: IncomingMessage,
  reply: FastifyReply,
  { totalMs, stallMs }: Pick<BodyDeadlines, 'totalMs' | 'stallMs'>,
): Readable {
  const body = new Transform({
    transform: (piece, _encoding, done) => {
      stall.refresh()
      done(null, piece)
    },
  })
  const expire = (): void => {
    // A body that has arrived may wait in the buffers until its handler reads it.
    if (!raw.complete) body.destroy(new AppError('request_timeout', 'the body of the request is incomplete'))
  }
  const total = setTimeout(expire, totalMs).unref()
  // While the server itself does not read, the client cannot send, so that is not a stall.
  const stall = setTimeout(() => (body.writableNeedDrain ? stall.refresh() : expire()), stallMs).unref()
  const stop = (): void => {
    clearTimeout(total)
    clearTimeout(stall)
  }
  // Without this listener, an error after the response would terminate the process.
  body.on('error', () => undefined)
  body.once('close', () => {
    stop()
    if (raw.complete) return
    // The rest of the body is discarded. Otherwise the next request on the connection would begin with it.
    if (!reply.raw.headersSent) reply.header('connection', 'close')
    raw.unpipe(body).resume()
  })
  raw.once('end', () => clearTimeout(total))
  const cut = (): void => void body.destroy(new AppError('invalid_input', 'the connection was closed during the body'))
  raw.on('error', cut)
  raw.once('close', () => raw.complete || cut())
  return raw.pipe(body)
}
