import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sendEvent, startEventStream, StreamLimit } from './event-stream.ts'

/** Maximum number of open streams of one user in this process. */
const MOST_PER_USER = 20
/** Milliseconds between two comments in a stream. They keep the connection open and detect a broken connection. */
const HEARTBEAT_MS = 25_000
/**
 * Maximum duration of a stream, in milliseconds. The client must then reconnect, which fails if it is no longer signed
 * in.
 */
const LONGEST_MS = 600_000

/**
 * Streams of server-sent events that stay open for minutes. They are limited in number, for each user and in total, and
 * share one timer.
 */
export class ActiveEventStreams {
  readonly #limit: StreamLimit
  /** time at which each stream ends, in milliseconds of `performance.now()` */
  readonly #ends = new Map<ServerResponse, number>()
  #timer: NodeJS.Timeout | undefined

  /** @param inAll maximum number of streams of all users together */
  constructor(inAll: number) {
    this.#limit = new StreamLimit(MOST_PER_USER, inAll)
  }

  /**
   * Answers a request with a stream.
   * @param begin starts to send events with the function that it gets, and returns a function that stops it
   * @throws AppError `too_many_requests` if the user has too many streams, `unavailable` if there are too many in total
   */
  open(user: number, reply: FastifyReply, begin: (send: (data: string) => void) => () => void): void {
    const release = this.#limit.open(user)
    const stream = startEventStream(reply)
    const stop = begin((data) => sendEvent(stream, data))
    this.#ends.set(stream, performance.now() + LONGEST_MS)
    this.#timer ??= setInterval(() => this.#beat(), HEARTBEAT_MS).unref()
    stream.once('close', () => {
      this.#delete(stream)
      stop()
      release()
    })
  }

  /** Ends all streams when the server stops, because it waits for open connections. */
  endWith(app: FastifyInstance): void {
    app.addHook('preClose', (done) => {
      for (const stream of this.#ends.keys()) stream.end()
      done()
    })
  }

  #delete(stream: ServerResponse): void {
    this.#ends.delete(stream)
    if (this.#ends.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #beat(): void {
    const now = performance.now()
    for (const [stream, end] of this.#ends) {
      if (now >= end) stream.end()
      else stream.write(':\n\n')
    }
  }
}
