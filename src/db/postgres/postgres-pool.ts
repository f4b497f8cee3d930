import type { Socket } from 'node:net'
import type { Pool, PoolClient, PoolConfig } from 'pg'

export interface PostgresPoolOptions {
  readonly url: string
  readonly size: number
  /** name of the application, which pg_stat_activity shows */
  readonly applicationName: string
  readonly types: NonNullable<PoolConfig['types']>
  /** called when an idle connection is lost; the pool replaces it */
  readonly onError: (error: Error) => void
}

/**
 * Maximum wait for a connection and for the response to one statement, in milliseconds. Together they stay below the
 * ten seconds after which clients give up.
 */
const CONNECT_MS = 4_000
const ANSWER_MS = 5_500
/** Milliseconds after which the server cancels a statement: shortly after the client has stopped waiting for it. */
const STATEMENT_MS = ANSWER_MS + 2_000
const KEEP_ALIVE_MS = 5_000
const IDLE_MS = 60_000

/**
 * Opens a pool that recovers from connections that stop responding without being closed, for example after a firewall
 * dropped its state or a host froze. If a statement gets no response, its connection and all idle ones are closed,
 * because these have probably failed too. Later requests open new connections.
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
  // The pool handles errors of idle connections only. Without this listener, losing a busy one would end the process.
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

/** @returns true if a statement got no response in time, which the driver reports only in the message */
export function isAnswerMissing(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** Closes the socket without sending a terminate message, which a server that does not respond never acknowledges. */
export function closeAtOnce(client: PoolClient): void {
  const { connection } = client as unknown as { readonly connection: { readonly stream: Socket } }
  connection.stream.destroy()
}
