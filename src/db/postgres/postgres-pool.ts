import type { Socket } from 'node:net'
import type { Pool, PoolClient, PoolConfig } from 'pg'

export interface PostgresPoolOptions {
  readonly url: string
  readonly size: number
  /** shown in pg_stat_activity */
  readonly applicationName: string
  readonly types: NonNullable<PoolConfig['types']>
  /** reports connections that were lost; the pool replaces them */
  readonly onError: (error: Error) => void
}

/**
 * Longest wait for a connection and for the answer to one statement, in milliseconds. Together they stay below the ten
 * seconds after which clients give up.
 */
const CONNECT_MS = 4_000
const ANSWER_MS = 5_500
/** The server gives up a statement soon after we have, so that it does not go on for nobody. */
const STATEMENT_MS = ANSWER_MS + 2_000
const KEEP_ALIVE_MS = 5_000
const IDLE_MS = 60_000

/**
 * Opens a pool that recovers from connections that fall silent without being closed: a firewall that dropped its state,
 * a host that froze. A statement without an answer costs its connection, and with it every idle one, because they most
 * likely went the same way; later requests then connect anew.
 */
export async function openPostgresPool(options: PostgresPoolOptions): Promise<Pool> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.size,
    types: options.types,
    application_name: options.applicationName,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    statement_timeout: STATEMENT_MS,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  })
  pool.on('error', options.onError)
  // The pool listens to idle connections only. One that is lost while it works would end the process.
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
    if (!isAnswerMissing(error)) return
    for (const one of idle) closeAtOnce(one)
    idle.clear()
  })
}

/** @returns whether a statement got no answer in time. The driver says so in words only. */
export function isAnswerMissing(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** Closes the socket without the goodbye that a silent server would never answer. */
export function closeAtOnce(client: PoolClient): void {
  const { connection } = client as unknown as { readonly connection: { readonly stream: Socket } }
  connection.stream.destroy()
}
