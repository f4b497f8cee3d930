import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { sendEvent, StreamLimit } from './event-stream.ts'

/** Maximum number of open event streams of one user in this process. Further streams are refused. */
const MAX_PER_USER = 20
/**
 * Milliseconds between two empty comments in a stream. The comments keep the connection open and detect a broken one.
 */
const HEARTBEAT_MS = 25_000
/**
 * Maximum duration of an event stream in milliseconds. The client must then connect again, which fails if it was signed
 * out in the meantime.
 */
const MAX_MS = 600_000

/**
 * Event streams that stay open for minutes. Their number is limited, for each user and in total. One timer serves all
 * of them.
 */
export class ActiveEventStreams {
  readonly #limit: StreamLimit
  /** time at which each stream ends, in milliseconds of `performance.now()` */
  readonly #ends = new Map<ServerResponse, number>()
  #timer: NodeJS.Timeout | undefined

  /** @param inAll maximum number of event streams of all users together */
  constructor(inAll: number) {
    this.#limit = new StreamLimit(MAX_PER_USER, inAll)
  }

  /**
   * Answers a request with an event stream.
   * @param start starts the stream; see `startEventStream`
   * @param begin receives the function that sends an event, and returns the function that stops the sending
   * @throws AppError `too_many_requests` if the user has too many streams, `unavailable` if there are too many in total
   */
  open(user: number, start: () => ServerResponse, begin: (send: (data: string) => void) => () => void): void {
    const release = this.#limit.open(user)
    const stream = start()
    const stop = begin((data) => sendEvent(stream, data))
    this.#ends.set(stream, performance.now() + MAX_MS)
    this.#timer ??= setInterval(() => this.#beat(), HEARTBEAT_MS).unref()
    stream.once('close', () => {
      this.#delete(stream)
      stop()
      release()
    })
  }

  /** Ends all streams when the server stops. Otherwise the server would wait for their connections. */
  endWhenClosing(app: FastifyInstance): void {
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
