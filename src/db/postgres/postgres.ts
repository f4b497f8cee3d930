import { createHash } from 'node:crypto'
import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg'
import { asUnavailable, isConnectionLost } from './connection-failure.ts'
import { directAddress, type PostgresLocation } from '../database-url.ts'
import { WRITE_PROBE, type Database, type OnQuery, type SqlValue, type Statement } from '../database.ts'
import { destroySocket, isResponseMissing, openPostgresPool } from './postgres-pool.ts'
import { storableValue } from '../../kernel/storable-text.ts'
import type { Schema, Tx } from '../schema.ts'
import { Kysely, PostgresDialect } from 'kysely'

interface PostgresOptions {
  readonly location: PostgresLocation
  readonly poolSize: number
  /** settings of the server for the connections of this pool, such as `-c jit=off`; default: none */
  readonly serverOptions?: string
  /** maximum time in milliseconds to wait for a connection; default: four seconds */
  readonly connectTimeoutMs?: number
  readonly onQuery?: OnQuery
  /** called when an idle connection is lost. The pool opens another one when needed. */
  readonly onConnectionError?: (error: Error) => void
}

export interface PostgresDatabase extends Database {
  /**
   * Runs a reading statement whose text was composed for one request. The statement has no name: PostgreSQL would keep
   * a named statement in memory until the connection closes, and the number of such texts is unlimited.
   */
  readComposed<Row>(sql: string, parameters: readonly SqlValue[]): Promise<Row[]>
  /** the connection pool */
  readonly pool: Pool
  /** address for connections that keep state between transactions, as the job queue and listeners for notifications do */
  readonly directUrl: string
  /** true if the connections of the pool may lead through a connection pooler in transaction mode */
  readonly isPooled: boolean
}

/**
 * Opens a database on a PostgreSQL server. Values of the type `bigint` are returned as numbers, because ids stay far
 * below 2^53.
 */
export async function openPostgres(options: PostgresOptions): Promise<PostgresDatabase> {
  const { default: pg } = await import('pg')
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, Number)
  const { location, poolSize: size, serverOptions, connectTimeoutMs, onConnectionError } = options
  const isPooled = location.directUrl !== undefined
  const onError = (error: Error) => onConnectionError?.(error)
  const pool = await openPostgresPool({
    url: location.url,
    isPooled,
    size,
    types,
    serverOptions,
    connectTimeoutMs,
    onError,
  })
  let kysely: Promise<Kysely<Schema>> | undefined
  const connected = () => (kysely ??= createKysely(pool, options.onQuery))

  return {
    dialect: 'postgres',
    pool,
    directUrl: directAddress(location).url,
    isPooled,
    read: (work) => runWithRetry(async () => work(await connected())),
    transaction: <T>(work: (tx: Tx) => Promise<T>) => {
      let hasBegun = false
      const begun = (tx: Tx) => {
        hasBegun = true
        return work(tx)
      }
      // Retries after a lost connection only if `work` has not started. Otherwise, its transaction may already have
      // been committed.
      return runWithRetry(
        async () => (await connected()).transaction().execute(begun),
        () => !hasBegun,
      )
    },
    prepare: (sql) => prepareStatement(pool, { text: sql, name: statementName(sql) }, options.onQuery),
    readComposed: (sql, parameters) => prepareStatement<never>(pool, { text: sql }, options.onQuery).all(...parameters),
    version: () => undefined,
    ping: async () => {
      const { rows } = await pool.query<{ in_recovery: boolean }>('select pg_is_in_recovery() as in_recovery')
      if (rows[0]?.in_recovery) throw new Error('the database is read-only')
    },
    probeWrite: async () => {
      await pool.query(WRITE_PROBE)
    },
    releaseMemory: async () => undefined,
    updateStatistics: async () => undefined,
    close: () => pool.end(),
  }
}

/**
 * @param statement SQL. If it has a name, PostgreSQL parses and plans it only once per connection, unless the pool leads
 *   through a pooler.
 */
function prepareStatement<Row>(
  pool: Pool,
  statement: { readonly text: string; readonly name?: string },
  onQuery?: OnQuery,
): Statement<Row> {
  return {
    all: async (...parameters: readonly SqlValue[]) => {
      onQuery?.(statement.text)
      const { rows } = await runWithRetry(() => pool.query({ ...statement, values: parameters.map(storableValue) }))
      return rows as Row[]
    },
  }
}

async function createKysely(pool: Pool, onQuery?: OnQuery): Promise<Kysely<Schema>> {
  return new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: namedStatements(pool) }),
    ...(onQuery && { log: (event) => onQuery(event.query.sql) }),
  })
}

/**
 * Wraps a pool so that statements get names. PostgreSQL then parses and plans each text only once per connection. Only
 * the first `LIMIT` texts get names, because PostgreSQL keeps named statements in memory. The limit is high enough:
 * lists of values are passed as one parameter, so there are few texts.
 */
function namedStatements(pool: Pool) {
  const LIMIT = 500
  const names = new Map<string, string>()
  const nameOf = (sql: string) => {
    let name = names.get(sql)
    if (name === undefined && names.size < LIMIT) names.set(sql, (name = statementName(sql)))
    return name
  }
  const wrap = (client: PoolClient) => {
    let lost: Error | undefined
    return {
      query: async <R>(text: string, values: readonly unknown[]): Promise<QueryResult<R & QueryResultRow>> => {
        const name = nameOf(text)
        try {
          return await client.query({ text, values: values.map(storableValue), ...(name !== undefined && { name }) })
        } catch (error) {
          // The connection does not respond. It is closed, because Kysely would otherwise send a rollback on it and
          // wait as long again.
          if (isResponseMissing(error)) destroySocket(client)
          if (isConnectionLost(error)) lost ??= error as Error
          throw error
        }
      },
      release: () => client.release(lost),
      processID: (client as unknown as { processID?: number }).processID,
    }
  }
  return { connect: async () => wrap(await pool.connect()), end: async () => undefined, options: {} } as never
}

/** @returns the name under which PostgreSQL keeps a prepared statement */
export function statementName(sql: string): string {
  return createHash('sha1').update(sql).digest('base64url')
}

/** SQLSTATE codes after which the work is retried: serialization failure and deadlock. */
const RETRIED_CODES = new Set(['40001', '40P01'])
const MAX_ATTEMPTS = 3
/** Failed work is retried only within this number of milliseconds after its start. */
const RETRY_WITHIN_MS = 1_000

/**
 * Runs work, and retries it after temporary failures.
 * @param canRepeat returns true if the work may be retried after its connection was lost
 * @throws AppError `unavailable` if PostgreSQL is unreachable
 */
async function runWithRetry<T>(work: () => Promise<T>, canRepeat = () => true): Promise<T> {
  const beganAt = performance.now()
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const isTransient =
        RETRIED_CODES.has((error as { code?: string }).code ?? '') || (isConnectionLost(error) && canRepeat())
      const isLate = performance.now() - beganAt > RETRY_WITHIN_MS
      if (attempt >= MAX_ATTEMPTS || !isTransient || isLate) throw asUnavailable(error)
      await new Promise((resolve) => setTimeout(resolve, 20 * attempt + Math.random() * 50))
    }
  }
}
