import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { AppError } from '../kernel/errors.ts'

/**
 * Starts a stream of server-sent events (WHATWG HTML 9.2), which the caller ends.
 * @returns the response, after its head; it emits `close` when the client disconnects
 */
export function startEventStream(reply: FastifyReply): ServerResponse {
  reply.hijack()
  const { raw } = reply
  // A hijacked response must send the headers of every response itself.
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // The connection is not reused, and a shutdown would wait for it.
    connection: 'close',
  })
  raw.write('retry: 3000\n\n')
  return raw
}

/** Sends an event unless the stream has ended. */
export function sendEvent(stream: ServerResponse, data: string, name?: string): void {
  if (stream.writableEnded) return
  const lines = data.split(/\r?\n/).map((line) => `data: ${line}\n`)
  stream.write(`${name === undefined ? '' : `event: ${name}\n`}${lines.join('')}\n`)
}

/** Counts the streams of each user in this process. */
export class StreamLimit {
  readonly #perUser: number
  readonly #inAll: number
  readonly #open = new Map<number, number>()
  #total = 0

  /** @param inAll streams of all users at the same time, so that they leave connections for requests */
  constructor(perUser: number, inAll = Number.POSITIVE_INFINITY) {
    this.#perUser = perUser
    this.#inAll = inAll
  }

  /** @returns a function to call at the end of the stream @throws AppError `too_many_requests` or `unavailable` */
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
