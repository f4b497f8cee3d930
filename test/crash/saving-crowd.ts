import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Oracle } from './oracle.ts'
import type { SeededRandom } from './seeded-random.ts'
import { ask, save, type Outcome } from './api-client.ts'

export interface CrowdOptions {
  /** addresses of the nodes; each client goes from one to the next when it gets no answer */
  readonly bases: readonly string[]
  readonly token: string
  readonly siteUrl: string
  readonly clients: number
  /** pause of each client between two saves, in milliseconds: the pages of a test are some hundreds, not thousands */
  readonly breathMs: number
  readonly random: SeededRandom
  readonly oracle: Oracle
}

export interface Crowd {
  /** Lets every client finish what it is at. */
  stop(): Promise<void>
}

/**
 * Starts clients that save, name and delete as fast as they get answers, each on a connection of its own. They also
 * stop with a test that fails.
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
      await pause(this.#options.breathMs)
    }
  }

  async #saveOne(signal: AbortSignal): Promise<void> {
    const { oracle, random, token } = this.#options
    const url = this.#nextUrl()
    const id = await this.#savePatiently(url, signal)
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

  /** Half of the saves without an answer are tried again, as apps do; the others are left in doubt. */
  async #savePatiently(url: string, signal: AbortSignal): Promise<number | undefined> {
    for (let isPatient = this.#options.random.chance(0.5); ; isPatient &&= !signal.aborted) {
      this.#options.oracle.asks(url)
      const outcome = await save(this.#base, this.#options.token, url)
      if (this.#isDone(outcome)) return Number((outcome as { body: { id?: unknown } }).body.id)
      if (!isPatient) return undefined
      await pause(this.#options.breathMs)
    }
  }

  get #base(): string {
    return this.#options.bases[this.#node % this.#options.bases.length]!
  }

  /** A server that is killed does not answer; one that stops may say 503. Anything else is a fault. */
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
