import type { Socket } from 'node:net'
import { FetchFailure } from '../fetch-failure.ts'
import type { FetchLimits } from '../fetch-limits.ts'

/** Milliseconds between two checks of a socket's byte count. */
const CHECK_MS = 100

interface Sample {
  readonly at: number
  readonly bytes: number
}

/**
 * Ends a response that is too slow or too long. Counts all bytes that arrive on the socket, because the HTTP parser
 * does not report the status line, chunk extensions and trailers.
 */
export class ResponseLimiter {
  readonly #socket: Socket
  readonly #limits: FetchLimits
  readonly #timer: NodeJS.Timeout
  readonly #start: Sample
  #samples: Sample[] = []
  #hasHead = false

  /** @param fail called at every check that finds an exceeded limit, until `stop` is called */
  constructor(socket: Socket, limits: FetchLimits, fail: (failure: FetchFailure) => void) {
    this.#socket = socket
    this.#limits = limits
    this.#start = this.#sample()
    this.#timer = setInterval(() => {
      const failure = this.judge()
      if (failure) fail(failure)
    }, CHECK_MS)
  }

  /** Call this after the response headers have arrived. From then on, the limits of the body apply. */
  headArrived(): void {
    this.#hasHead = true
    this.#samples = [this.#sample()]
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** @returns a failure if a limit is exceeded; otherwise undefined */
  judge(): FetchFailure | undefined {
    const now = this.#sample()
    return this.#hasHead ? this.#judgeBody(now) : this.#judgeHead(now)
  }

  #judgeHead({ at, bytes }: Sample): FetchFailure | undefined {
    const { headMs, headBytes } = this.#limits
    if (at - this.#start.at > headMs) return new FetchFailure('timed_out', `no whole head within ${headMs} ms`)
    if (bytes - this.#start.bytes > headBytes) return new FetchFailure('bad_answer', `head is over ${headBytes} bytes`)
    return undefined
  }

  #judgeBody(now: Sample): FetchFailure | undefined {
    const { headBytes, wireBytes } = this.#limits
    if (now.bytes - this.#start.bytes > headBytes + wireBytes) {
      return new FetchFailure('too_large', `more than ${wireBytes} bytes on the wire`)
    }
    return this.#judgeSpeed(now)
  }

  #judgeSpeed(now: Sample): FetchFailure | undefined {
    const { slowWindowMs, slowBytesPerSecond } = this.#limits
    this.#samples.push(now)
    while (now.at - (this.#samples[1]?.at ?? now.at) >= slowWindowMs) this.#samples.shift()
    const { at, bytes } = this.#samples[0] ?? now
    const least = (slowBytesPerSecond * (now.at - at)) / 1000
    if (now.at - at < slowWindowMs || now.bytes - bytes >= least) return undefined
    return new FetchFailure('timed_out', `less than ${slowBytesPerSecond} bytes a second over ${slowWindowMs} ms`)
  }

  #sample(): Sample {
    return { at: performance.now(), bytes: this.#socket.bytesRead }
  }
}
