import { randomBytes } from 'node:crypto'
import type { PostgresDatabase } from '../db/postgres/postgres.ts'
import { rawSql } from '../db/raw-sql.ts'
import type { Tx } from '../db/schema.ts'
import { orClosed, Waiters } from './local-signals.ts'
import { NotificationListener } from './notification-listener.ts'
import type { Signals } from './signals.ts'
import { waitUntil } from './wait-until.ts'

const CHANNEL = 'dogear_signals'
/**
 * Maximum length of a topic in bytes. A notification must be shorter than 8,000 bytes (PostgreSQL, NOTIFY). The id of
 * the sender and a space take 17 of these.
 */
const MAX_TOPIC_BYTES = 7900

/**
 * Creates signals between all processes that use one PostgreSQL database. A signal wakes the waits of this process
 * directly. Other processes receive it through LISTEN, on a direct connection that their first wait opens. With
 * a pooler, it is opened at once: it then also shows a restore that the process is running.
 * @param onTrouble called if signals could not be sent or received. Each wait may then end a second late, because it
 *   also checks its condition every second.
 */
export function postgresSignals(database: PostgresDatabase, onTrouble: (error: unknown) => void): Signals {
  const sender = randomBytes(12).toString('base64url')
  const waiters = new Waiters()
  const closing = new AbortController()
  const sent = new WeakMap<Tx, Set<string>>()
  let listener: NotificationListener | undefined
  const listen = (): void => {
    if (closing.signal.aborted) return
    listener ??= new NotificationListener({
      connectionString: database.directUrl,
      channel: CHANNEL,
      onMessage: (payload) => {
        if (!payload.startsWith(`${sender} `)) waiters.wake(payload.slice(payload.indexOf(' ') + 1))
      },
      onConnected: () => waiters.wakeAll(),
      onTrouble,
    })
  }

  if (database.isPooled) listen()
  return {
    notify: async (topic) => {
      checkLength(topic)
      waiters.wake(topic)
      await database.pool.query('select pg_notify($1, $2)', [CHANNEL, `${sender} ${topic}`]).catch(onTrouble)
    },
    // Without an id of the sender, the signal wakes this process too. PostgreSQL sends it at the commit, and only once,
    // so a transaction that adds many jobs need not send it again.
    notifyAfter: async (tx, topic) => {
      checkLength(topic)
      const topics = sent.get(tx) ?? new Set()
      if (topics.has(topic)) return
      sent.set(tx, topics.add(topic))
      await rawSql(tx, 'select pg_notify($1, $2)', [CHANNEL, ` ${topic}`])
    },
    subscribe: (topic, wake) => {
      listen()
      return waiters.subscribe(topic, wake)
    },
    waitFor: (topic, isDone, options) => {
      listen()
      return waitUntil(waiters, topic, isDone, orClosed(options, closing.signal))
    },
    close: async () => {
      closing.abort()
      await listener?.close()
    },
  }
}

function checkLength(topic: string): void {
  if (Buffer.byteLength(topic) > MAX_TOPIC_BYTES) throw new Error('a topic is too long to be sent')
}
