import type { Pool, PoolClient, QueryResult } from 'pg'
import { AppError } from '../../kernel/errors.ts'
import { batchLookups, type LookUp } from '../../kernel/batch-lookups.ts'
import { sleep } from '../../kernel/sleep.ts'
import { storableValue } from '../../kernel/storable-text.ts'
import type { SqlValue } from '../database.ts'
import { rawSql } from '../raw-sql.ts'
import type { Db } from '../schema.ts'
import { asUnavailable } from './connection-failure.ts'
import { destroySocket, isResponseMissing } from './postgres-pool.ts'
import { openPostgres, statementName, type PostgresDatabase } from './postgres.ts'

/** A statement that reads the data of one user. */
interface OwnedStatement {
  readonly owner: number
  readonly sql: string
  readonly parameters: readonly SqlValue[]
  /**
   * SQL condition that the standby must meet besides the user's revision, on the row of `user_revision`; default: none
   */
  readonly condition?: string | undefined
}

/** Maximum time in milliseconds for a connection to the standby, and for the response to the start of a transaction. */
const TIMEOUT_MS = 1_000
/** Limits the time of one statement; the types of pg lack this option. */
const WITH_TIMEOUT: object = { query_timeout: TIMEOUT_MS }
/** Milliseconds for which the standby is not asked again after it has not responded. */
const PAUSE_MS = 5_000
/** Milliseconds between two questions to the primary whether it waits for its standby. */
const WATCH_EVERY_MS = 1_000

/**
 * True if a commit is acknowledged only after a standby has stored it: `synchronous_standby_names` is not empty, and
 * `synchronous_commit` has one of the values that wait for it (PostgreSQL documentation, 26.2.8).
 */
const WAITS_FOR_STANDBY = `select current_setting('synchronous_standby_names') <> ''
  and current_setting('synchronous_commit') in ('on', 'remote_apply') as waits`

/**
 * True if the standby has replayed everything that it has received, or has become the primary. False if it has received
 * nothing since its start, because it may then have stopped at an earlier point.
 */
const HAS_REPLAYED = `select not pg_is_in_recovery()
  or coalesce(pg_last_wal_receive_lsn() <= pg_last_wal_replay_lsn(), false) as has_replayed`

/**
 * A standby of the database server, from which data are read that are not older than those that the user has already
 * seen ([ADR 0056](../../../docs/adr/0056-reads-from-a-standby.md)).
 */
export class Standby {
  readonly #primary: PostgresDatabase
  readonly #database: PostgresDatabase
  readonly #findRevision: (owner: number) => Promise<number | undefined>
  readonly #closing = new AbortController()
  readonly #watching: Promise<void>
  #pausedUntil = 0
  #isAway = false
  #isComplete = false

  private constructor(primary: PostgresDatabase, database: PostgresDatabase) {
    this.#primary = primary
    this.#database = database
    this.#findRevision = batchLookups(revisionFinder(primary))
    this.#watching = this.#watchPrimary()
  }

  /** @param url address of the standby, which need not respond yet */
  static async open(
    primary: PostgresDatabase,
    url: string,
    options: { readonly poolSize: number; readonly onConnectionError: (error: Error) => void },
  ): Promise<Standby> {
    const location = { dialect: 'postgres', url } as const
    const database = await openPostgres({ location, connectTimeoutMs: TIMEOUT_MS, ...options })
    return new Standby(primary, database)
  }

  /** true from `noteAway` until the primary responds, so that not every request waits for it */
  get isPrimaryAway(): boolean {
    return this.#isAway
  }

  /** Notes that the primary has not responded. */
  noteAway(): void {
    this.#isAway = true
  }

  /**
   * Reads the data of a user if they are the same as on the primary: in the snapshot that the statement reads, the user
   * has the revision that the primary has now.
   * @returns the rows; undefined if the data differ, or if the standby or the primary does not respond
   * @throws AppError `unavailable` if the statement takes too long
   */
  async readUnchanged<Row>(statement: OwnedStatement): Promise<Row[] | undefined> {
    if (this.isPrimaryAway || performance.now() < this.#pausedUntil) return undefined
    const client = await this.#connect()
    if (!client) return undefined
    let isUnchanged = false
    try {
      const [begun, revision] = await Promise.allSettled([
        begin(client, statement),
        this.#findRevision(statement.owner),
      ])
      if (begun.status === 'rejected') throw begun.reason
      isUnchanged = begun.value !== undefined && revision.status === 'fulfilled' && revision.value === begun.value
      const rows = isUnchanged ? await run<Row>(client, statement) : undefined
      // The rows are returned before the transaction has ended.
      const release = (error?: Error) => client.release(error)
      client.query('commit').then(() => release(), release)
      return rows
    } catch (error) {
      this.#discard(client, error as Error)
      if (isUnchanged && isResponseMissing(error)) throw asUnavailable(error)
      return undefined
    }
  }

  /**
   * Reads with a prepared statement while the primary does not respond.
   * @throws AppError `unavailable` if the standby may lack data that a user has already seen
   */
  async readAlone<Row>(sql: string, parameters: readonly SqlValue[]): Promise<Row[]> {
    this.#refuseIncomplete()
    const client = await this.#database.pool.connect()
    try {
      refuseBehind((await client.query<Replayed>({ text: HAS_REPLAYED, ...WITH_TIMEOUT })).rows)
      const rows = await run<Row>(client, { sql, parameters })
      client.release()
      return rows
    } catch (error) {
      if (error instanceof AppError) client.release()
      else this.#discard(client, error as Error)
      throw error
    }
  }

  /** Runs reading work while the primary does not respond. Throws as `readAlone`, and what `work` throws. */
  async workAlone<T>(work: (db: Db) => Promise<T>): Promise<T> {
    this.#refuseIncomplete()
    return this.#database.read((db) =>
      db.connection().execute(async (one) => {
        refuseBehind(await rawSql<Replayed>(one, HAS_REPLAYED, []))
        return work(one)
      }),
    )
  }

  /** @returns true if the standby can be read without the primary at the moment */
  async canReadAlone(): Promise<boolean> {
    return this.readAlone('select 1', []).then(
      () => true,
      () => false,
    )
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#watching
    await this.#database.close()
  }

  async #connect(): Promise<PoolClient | undefined> {
    const { pool } = this.#database
    return pool.connect().catch(() => {
      // With all connections in use, the standby is only busy.
      if (pool.totalCount < pool.options.max) this.#pause()
      return undefined
    })
  }

  #refuseIncomplete(): void {
    if (!this.#isComplete) throw new AppError('unavailable', 'the database does not answer')
  }

  #discard(client: PoolClient, error: Error): void {
    if (isResponseMissing(error)) {
      destroySocket(client)
      this.#pause()
    }
    client.release(error)
  }

  #pause(): void {
    this.#pausedUntil = performance.now() + PAUSE_MS
  }

  /** Remembers what the primary last said about its standby, because it cannot be asked any more when it is needed. */
  async #watchPrimary(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      const answer = await this.#primary.pool.query<{ waits: boolean }>(WAITS_FOR_STANDBY).catch(() => undefined)
      if (answer) this.#isComplete = answer.rows[0]!.waits
      this.#isAway = answer === undefined
      await sleep(WATCH_EVERY_MS, signal)
    }
  }
}

interface Replayed {
  readonly has_replayed: boolean
}

/** Checked before the statement that reads, because its snapshot must not be older than the check. */
function refuseBehind([state]: readonly Replayed[]): void {
  if (state?.has_replayed !== true) throw new AppError('unavailable', 'the database does not answer')
}

/**
 * Begins a transaction with one snapshot, in one round trip.
 * @returns the revision of the user in this snapshot; undefined if the snapshot does not meet the condition
 */
async function begin(client: PoolClient, { owner, condition }: OwnedStatement): Promise<number | undefined> {
  if (!Number.isSafeInteger(owner)) throw new TypeError('the owner must be a number')
  const where = `user_revision.user_id = ${owner}${condition === undefined ? '' : ` and ${condition}`}`
  const text = `begin isolation level repeatable read read only; select revision from user_revision where ${where}`
  const results: unknown = await client.query({ text, ...WITH_TIMEOUT })
  return (results as readonly QueryResult<{ revision: number }>[])[1]!.rows[0]?.revision
}

async function run<Row>(
  client: PoolClient,
  { sql, parameters }: Pick<OwnedStatement, 'sql' | 'parameters'>,
): Promise<Row[]> {
  const { rows } = await client.query({ text: sql, values: parameters.map(storableValue), name: statementName(sql) })
  return rows as Row[]
}

function revisionFinder({ pool }: { readonly pool: Pool }): LookUp<number, number> {
  const text = 'select user_id, revision from user_revision where user_id = any($1::bigint[])'
  return async (owners) => {
    const { rows } = await pool.query<{ user_id: number; revision: number }>(text, [owners])
    return new Map(rows.map((row) => [row.user_id, row.revision]))
  }
}
