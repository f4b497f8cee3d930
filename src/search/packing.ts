import { setTimeout } from 'node:timers/promises'

/** Owners whose entries are packed at the same time: each holds a connection, and there are two threads. */
const AT_ONCE = 2

/** Packs in the background what a search must not wait for: merging a large library takes half a minute. */
export class Packing {
  readonly #work: (owner: number) => Promise<void>
  readonly #running = new Map<number, Promise<void>>()

  /** @param work packs some of an owner's entries */
  constructor(work: (owner: number) => Promise<void>) {
    this.#work = work
  }

  /**
   * Packs some of the owner's entries, unless that is being done or there is no room for it yet.
   * @param until end of the waiting, by `performance.now()`; the work goes on after it
   * @throws what the work throws meanwhile
   */
  async pack(owner: number, until: number): Promise<void> {
    if (!this.#running.has(owner) && this.#running.size < AT_ONCE) this.#start(owner)
    const own = this.#running.get(owner)
    const stopped = new AbortController()
    const timer = setTimeout(Math.max(0, until - performance.now()), undefined, { signal: stopped.signal, ref: false })
    const isOver = timer.catch(() => undefined)
    await Promise.race([isOver, own ?? Promise.race(this.#running.values()).catch(() => undefined)])
    stopped.abort()
  }

  /** @returns when nothing runs any more */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#running.values())
  }

  #start(owner: number): void {
    const running = this.#work(owner).finally(() => this.#running.delete(owner))
    // Who still waits is told; with nobody waiting it is tried again by the next who comes.
    running.catch(() => undefined)
    this.#running.set(owner, running)
  }
}
