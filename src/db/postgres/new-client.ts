import type { Client, ClientConfig } from 'pg'

/** Milliseconds to wait for a connection, unless the caller sets another limit. */
const CONNECT_TIMEOUT_MS = 10_000

/**
 * Creates a client that is not connected yet. It has no time limits for statements. The caller must end it.
 *
 * When its connection is lost, a client of `pg` emits `error`, mostly twice: for the message of the server, and for the
 * closed socket. The running statement is rejected too, so the events are ignored here. Without a listener that stays,
 * the second one would end the process.
 */
export async function newClient(config: ClientConfig): Promise<Client> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true, ...config })
  client.on('error', () => undefined)
  return client
}
