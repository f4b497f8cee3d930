import type { Client } from 'pg'
import { newClient } from '../db/postgres/new-client.ts'
import { sleep } from '../kernel/sleep.ts'

interface ListenerOptions {
  readonly connectionString: string
  /** name of the channel. It becomes part of the SQL text, so it must be a constant of letters and underscores. */
  readonly channel: string
  readonly onMessage: (payload: string) => void
  /** called each time the connection has been opened. Notifications may have been lost before that. */
  readonly onConnected: () => void
  readonly onTrouble: (error: unknown) => void
}

/** First and longest pause between attempts to connect, in milliseconds. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [100, 5000]
const CONNECTION = { application_name: 'dogear signals', connectionTimeoutMillis: 3_000, query_timeout: 5_000 }
/** Interval of queries that test the connection, in milliseconds. */
const PING_EVERY_MS = 5000

/** Listens to one channel of PostgreSQL on a separate connection, and reconnects when the connection is lost. */
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
      await sleep(pauseMs, signal)
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    }
  }

  /** Connects and listens. Resolves when the listener is closed, rejects when the connection is lost. */
  async #listenOnce(onSuccess: () => void): Promise<void> {
    const { connectionString, channel, onMessage, onConnected } = this.#options
    const client = await newClient({ connectionString, ...CONNECTION })
    const lost = Promise.withResolvers<never>()
    lost.promise.catch(() => undefined)
    client.on('error', lost.reject)
    client.on('end', () => lost.reject(new Error('the connection for signals ended')))
    client.on('notification', ({ payload }) => onMessage(payload ?? ''))
    try {
      await Promise.race([connectAndListen(client, channel), lost.promise])
      onSuccess()
      onConnected()
      await Promise.race([lost.promise, this.#pingRegularly(client)])
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  /** Tests the connection at intervals. A broken connection may deliver neither notifications nor errors. */
  async #pingRegularly(client: Client): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await sleep(PING_EVERY_MS, signal)
      if (!signal.aborted) await client.query('select 1')
    }
  }
}

async function connectAndListen(client: Client, channel: string): Promise<void> {
  await client.connect()
  await client.query(`listen ${channel}`)
}
