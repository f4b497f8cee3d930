import { randomBytes } from 'node:crypto'
import type { PostgresDatabase } from '../../db/postgres/postgres.ts'
import { orClosed, Waiters } from '../local-signals.ts'
import { NotificationListener } from './notification-listener.ts'
import type { Signals } from '../signals.ts'
import { waitUntil } from '../wait-until.ts'

const CHANNEL = 'dogear_signals'
/** The payload of a notification must be below 8000 bytes (PostgreSQL, NOTIFY); the sender id takes 17 of them. */
const MAX_TOPIC_BYTES = 7900

/**
 * Signals between all processes on one PostgreSQL database. Waits in this process are woken directly, others by LISTEN
 * on one connection, which is opened at the first wait.
 * @param onTrouble called when signals could not be sent or received: waits still check every second
 */
export function postgresSignals(database: PostgresDatabase, onTrouble: (error: unknown) => void): Signals {
  const sender = randomBytes(12).toString('base64url')
  const waiters = new Waiters()
  const closing = new AbortController()
  let listener: NotificationListener | undefined
  const listen = () =>
    new NotificationListener({
      connectionString: connectionStringOf(database),
      channel: CHANNEL,
      onMessage: (payload) => {
        if (!payload.startsWith(`${sender} `)) waiters.wake(payload.slice(payload.indexOf(' ') + 1))
      },
      onConnected: () => waiters.wakeAll(),
      onTrouble,
    })

  return {
    notify: async (topic) => {
      if (Buffer.byteLength(topic) > MAX_TOPIC_BYTES) throw new Error('a topic is too long to be sent')
      waiters.wake(topic)
      await database.pool.query('select pg_notify($1, $2)', [CHANNEL, `${sender} ${topic}`]).catch(onTrouble)
    },
    waitFor: (topic, isDone, options) => {
      if (!closing.signal.aborted) listener ??= listen()
      return waitUntil(waiters, topic, isDone, orClosed(options, closing.signal))
    },
    close: async () => {
      closing.abort()
      await listener?.close()
    },
  }
}

/** @returns the address of a database's pool */
export function connectionStringOf({ pool }: PostgresDatabase): string {
  const { connectionString } = pool.options
  if (connectionString === undefined) throw new Error('the pool was opened without an address')
  return connectionString
}
