import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Oracle } from './oracle.ts'
import type { SeededRandom } from './seeded-random.ts'
import { ask, save, type Outcome } from './api-client.ts'

interface CrowdOptions {
  /** addresses of the nodes; a client without a response switches to the next node */
  readonly bases: readonly string[]
  readonly token: string
  readonly siteUrl: string
  readonly clients: number
  /** pause of each client after a save, in milliseconds; it limits a test to a few hundred pages */
  readonly pauseMs: number
  readonly random: SeededRandom
  readonly oracle: Oracle
}

interface Crowd {
  /** Waits until every client has finished its current save. */
  stop(): Promise<void>
}

/**
 * Starts clients that save, rename and delete entries. Each client sends its next request after the response to the
 * previous one. The clients stop when `stop` is called or the test ends.
 */
export function startCrowd(t: Pick<TestContext, 'after'>, options: CrowdOptions): Crowd {
  const stopping = new AbortController()
  const clients = Array.from({ length: options.clients }, (_, number) => {
    const client = new Client(options, number)
    return client.workUntil(stopping.signal)
  })
  const stop = async (): Promise<void> => {
    stopping.abort()
    await Promise.all(clients)
  }
  t.after(stop)
  return { stop }
}

class Client {
  readonly #options: CrowdOptions
  readonly #name: number
  #node: number
  #count = 0

  constructor(options: CrowdOptions, name: number) {
    this.#options = options
    this.#name = name
    this.#node = name % options.bases.length
  }

  async workUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#saveOne(signal)
      await pause(this.#options.pauseMs)
    }
  }

  async #saveOne(signal: AbortSignal): Promise<void> {
    const { oracle, random, token } = this.#options
    const url = this.#nextUrl()
    const id = await this.#saveWithRetry(url, signal)
    if (id === undefined) return
    oracle.saved(url, id)
    const path = `/api/entries/${id}.json`
    if (random.chance(0.3)) {
      const title = `Named ${this.#name}-${this.#count}`
      oracle.asksTitle(url, title)
      const named = await ask(this.#base, token, { method: 'PATCH', path, body: { title } })
      if (this.#isDone(named)) oracle.titled(url, title)
    }
    if (random.chance(0.2)) {
      oracle.asksDeletion(url)
      const deleted = await ask(this.#base, token, { method: 'DELETE', path })
      if (this.#isDone(deleted)) oracle.deleted(url)
    }
  }

  /**
   * Retries about half of the saves that got no response, as apps do. The outcome of the other saves remains unknown.
   */
  async #saveWithRetry(url: string, signal: AbortSignal): Promise<number | undefined> {
    for (let mayRetry = this.#options.random.chance(0.5); ; mayRetry &&= !signal.aborted) {
      this.#options.oracle.asks(url)
      const outcome = await save(this.#base, this.#options.token, url)
      if (this.#isDone(outcome)) return Number((outcome as { body: { id?: unknown } }).body.id)
      if (!mayRetry) return undefined
      await pause(this.#options.pauseMs)
    }
  }

  get #base(): string {
    return this.#options.bases[this.#node % this.#options.bases.length]!
  }

  /** A killed server does not respond, and a stopping server may respond with 503. All other errors are problems. */
  #isDone(outcome: Outcome): boolean {
    if (outcome.kind === 'answered' && outcome.status === 200) return true
    if (outcome.kind === 'answered' && outcome.status !== 503) {
      this.#options.oracle.problems.push(`answered ${outcome.status}: ${JSON.stringify(outcome.body)}`)
    }
    this.#node++
    return false
  }

  #nextUrl(): string {
    const { siteUrl, random } = this.#options
    const kind = random.chance(0.1) ? 'missing' : random.chance(0.12) ? 'after/900' : 'fast'
    return `${siteUrl}/${kind}/${this.#name}-${++this.#count}`
  }
}
