import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { AppError } from '../kernel/errors.ts'

/**
 * Starts to answer with a stream of server-sent events (WHATWG HTML 9.2). The caller must end the stream.
 * @returns the response, whose headers have been sent; it emits `close` when the client disconnects
 */
export function startEventStream(reply: FastifyReply): ServerResponse {
  reply.hijack()
  const { raw } = reply
  // After `hijack`, Fastify no longer sends the common headers.
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // The connection closes together with the stream. Otherwise a shutdown would wait for it.
    connection: 'close',
  })
  raw.write('retry: 3000\n\n')
  return raw
}

/** Sends a server-sent event. Does nothing if the stream has ended. */
export function sendEvent(stream: ServerResponse, data: string): void {
  if (stream.writableEnded) return
  const lines = data.split(/\r?\n/).map((line) => `data: ${line}\n`)
  stream.write(`${lines.join('')}\n`)
}

/** Limits the number of open event streams in this process, for each user and in total. */
export class StreamLimit {
  readonly #perUser: number
  readonly #inAll: number
  readonly #open = new Map<number, number>()
  #total = 0

  /**
   * @param perUser maximum number of streams of one user
   * @param inAll maximum number of streams of all users together, so that connections remain free for other requests
   */
  constructor(perUser: number, inAll = Number.POSITIVE_INFINITY) {
    this.#perUser = perUser
    this.#inAll = inAll
  }

  /**
   * Counts a new stream of a user.
   * @returns a function that the caller must call when the stream ends
   * @throws AppError `too_many_requests` if the user has too many streams, `unavailable` if there are too many in total
   */
  open(user: number): () => void {
    const streams = this.#open.get(user) ?? 0
    if (streams >= this.#perUser) throw new AppError('too_many_requests', 'too many streams of events')
    if (this.#total >= this.#inAll) {
      throw new AppError('unavailable', 'too many streams of events', { details: { retryAfterSeconds: 60 } })
    }
    this.#open.set(user, streams + 1)
    this.#total += 1
    return () => {
      this.#total -= 1
      const remaining = (this.#open.get(user) ?? 1) - 1
      if (remaining > 0) this.#open.set(user, remaining)
      else this.#open.delete(user)
    }
  }
}
