import type { Client } from 'pg'
import { pause } from '../pause.ts'

export interface ListenerOptions {
  readonly connectionString: string
  /** a fixed name of letters and underscores */
  readonly channel: string
  readonly onMessage: (payload: string) => void
  /** told after each connecting: messages may have been lost before */
  readonly onConnected: () => void
  readonly onTrouble: (error: unknown) => void
}

/** Pauses between tries to connect, in milliseconds. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [100, 5000]
/** A connection that fell silent is replaced after this and the time for an answer, in milliseconds. */
const QUESTION_EVERY_MS = 5000

/** Listens to one channel of PostgreSQL on a connection of its own, and connects again when that is lost. */
export class NotificationListener {
  readonly #options: ListenerOptions
  readonly #closing = new AbortController()
  readonly #work: Promise<void>

  constructor(options: ListenerOptions) {
    this.#options = options
    this.#work = this.#listenForEver()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#work
  }

  async #listenForEver(): Promise<void> {
    const { signal } = this.#closing
    let pauseMs = FIRST_PAUSE_MS
    while (!signal.aborted) {
      try {
        await this.#listenOnce(() => (pauseMs = FIRST_PAUSE_MS))
      } catch (error) {
        this.#options.onTrouble(error)
      }
      await pause(pauseMs, signal)
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    }
  }

  /** Resolves when it is closed, rejects when the connection is lost. */
  async #listenOnce(onSuccess: () => void): Promise<void> {
    const { connectionString, channel, onMessage, onConnected } = this.#options
    const client = await this.#newClient(connectionString)
    const lost = Promise.withResolvers<never>()
    lost.promise.catch(() => undefined)
    client.on('error', lost.reject)
    client.on('end', () => lost.reject(new Error('the connection for signals ended')))
    client.on('notification', ({ payload }) => onMessage(payload ?? ''))
    try {
      await Promise.race([connectAndListen(client, channel), lost.promise])
      onSuccess()
      onConnected()
      await Promise.race([lost.promise, this.#askNowAndThen(client)])
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  /** A connection that fell silent carries no notification and no error: a question is what shows it. */
  async #askNowAndThen(client: Client): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await pause(QUESTION_EVERY_MS, signal)
      if (!signal.aborted) await client.query('select 1')
    }
  }

  async #newClient(connectionString: string): Promise<Client> {
    const { default: pg } = await import('pg')
    const options = { connectionString, application_name: 'dogear signals', keepAlive: true }
    return new pg.Client({ ...options, connectionTimeoutMillis: 3_000, query_timeout: 5_000 })
  }
}

async function connectAndListen(client: Client, channel: string): Promise<void> {
  await client.connect()
  await client.query(`listen ${channel}`)
}
