import { AppError } from './errors.ts'

/** Limits the number of running calls and the number of waiting calls. Further calls are refused immediately. */
export class Semaphore {
  readonly #limit: number
  readonly #maxQueue: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(limit: number, maxQueue: number) {
    this.#limit = limit
    this.#maxQueue = maxQueue
  }

  /** @throws AppError `unavailable` if too many calls are waiting */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter()
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  #enter(): Promise<void> | undefined {
    if (this.#running < this.#limit) {
      this.#running++
      return undefined
    }
    if (this.#waiting.length >= this.#maxQueue) {
      throw new AppError('unavailable', 'the server is busy; try again in a moment', {
        details: { retryAfterSeconds: 2 },
      })
    }
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** Starts the next waiting call in place of the ended one. If none is waiting, fewer calls are running now. */
  #leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running--
  }
}
