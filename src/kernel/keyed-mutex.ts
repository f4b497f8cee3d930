import { AppError } from './errors.ts'

/** Runs pieces of work with the same key one after another, and those with different keys at the same time. */
export class KeyedMutex<K> {
  readonly #last = new Map<K, Promise<unknown>>()
  readonly #waitMs: number

  /** @param waitMs maximum time to wait for earlier work, in milliseconds */
  constructor(waitMs: number) {
    this.#waitMs = waitMs
  }

  /**
   * Runs `work` after all earlier work with the same key has ended.
   * @throws AppError `unavailable` if the wait takes too long; otherwise the error of `work`
   */
  async run<T>(key: K, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key)
    const { promise: done, resolve: finish } = Promise.withResolvers<void>()
    const last = before ? before.then(() => done) : done
    this.#last.set(key, last)
    try {
      if (before) await this.#turn(before)
      return await work()
    } finally {
      finish()
      if (this.#last.get(key) === last) this.#last.delete(key)
    }
  }

  async #turn(before: Promise<unknown>): Promise<void> {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const refuse = () => reject(new AppError('unavailable', 'too many changes are waiting'))
    const timer = setTimeout(refuse, this.#waitMs)
    try {
      await Promise.race([before, late])
    } finally {
      clearTimeout(timer)
    }
  }
}
