import type { Socket } from 'node:net'
import type { Pool, PoolClient, PoolConfig } from 'pg'
import { pooledClient } from './pooled-client.ts'

interface PostgresPoolOptions {
  readonly url: string
  /** true if the address may lead through a connection pooler in transaction mode, which keeps no state of connections */
  readonly isPooled: boolean
  readonly size: number
  readonly types: NonNullable<PoolConfig['types']>
  /**
   * settings of the server for these connections (PostgreSQL documentation, connection parameter `options`); not through
   * a pooler
   */
  readonly serverOptions: string | undefined
  /** maximum time in milliseconds to wait for a connection; default: `CONNECT_TIMEOUT_MS` */
  readonly connectTimeoutMs?: number | undefined
  /** called when an idle connection is lost. The pool opens another one when needed. */
  readonly onError: (error: Error) => void
}

/**
 * Maximum times in milliseconds to wait for a connection, and for the response to a statement. Together, they stay
 * below ten seconds, after which clients give up.
 */
const CONNECT_TIMEOUT_MS = 4_000
const RESPONSE_TIMEOUT_MS = 5_500
/**
 * Milliseconds after which the PostgreSQL server cancels a statement. The pool stops waiting two seconds earlier, so
 * this only ends work whose result is no longer needed.
 */
const STATEMENT_TIMEOUT_MS = RESPONSE_TIMEOUT_MS + 2_000
const KEEP_ALIVE_MS = 5_000
const IDLE_MS = 60_000

/**
 * Opens a pool that recovers from dead connections, which stop responding but are not closed, for example because a
 * firewall has dropped its state. If a statement gets no response, the pool closes its connection and all idle ones,
 * which are probably dead too.
 */
export async function openPostgresPool(options: PostgresPoolOptions): Promise<Pool> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.size,
    types: options.types,
    // Names in pg_stat_activity. A restore looks for them, because it needs the database for itself.
    application_name: options.isPooled ? 'dogear pooled' : 'dogear',
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    query_timeout: RESPONSE_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_MS,
    ...(options.isPooled
      ? { Client: pooledClient(pg.Client, STATEMENT_TIMEOUT_MS) }
      : { statement_timeout: STATEMENT_TIMEOUT_MS, options: options.serverOptions }),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  })
  pool.on('error', options.onError)
  // The pool handles only errors of idle connections. Without this listener, the loss of a busy connection would end
  // the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  closeIdleAfterSilence(pool)
  return pool
}

function closeIdleAfterSilence(pool: Pool): void {
  const idle = new Set<PoolClient>()
  pool.on('acquire', (client) => idle.delete(client))
  pool.on('remove', (client) => idle.delete(client))
  pool.on('release', (error, client) => {
    if (!error) idle.add(client)
    if (!isResponseMissing(error)) return
    for (const one of idle) destroySocket(one)
    idle.clear()
  })
}

/**
 * @returns true if a statement got no response in time. The driver sets no code for this error, so its message is
 *   compared.
 */
export function isResponseMissing(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/**
 * Closes the socket without sending the protocol's terminate message, because a server that does not respond would
 * never react to the message.
 */
export function destroySocket(client: PoolClient): void {
  const { connection } = client as unknown as { readonly connection: { readonly stream: Socket } }
  connection.stream.destroy()
}
