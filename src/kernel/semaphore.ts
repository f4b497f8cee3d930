import { AppError } from './errors.ts'

/** Lets a few run at once and a bounded number wait; the rest is refused at once. */
export class Semaphore {
  readonly #limit: number
  readonly #maxQueue: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(limit: number, maxQueue: number) {
    this.#limit = limit
    this.#maxQueue = maxQueue
  }

  /** @throws AppError `unavailable` when too many wait already */
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

  /** A place that is handed on stays taken. */
  #leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running--
  }
}
