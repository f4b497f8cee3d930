import type { Db, Tx } from './schema.ts'

export type Dialect = 'sqlite' | 'postgres'

/** A statement that is prepared once, for code that runs thousands of times per second. */
export interface Statement<Row> {
  /** @param parameters values for `$1`, `$2`, …, in order @returns all rows */
  all(...parameters: readonly SqlValue[]): Promise<Row[]>
}

export type SqlValue = string | number | null | Uint8Array

export interface TransactionOptions {
  /**
   * true if the transaction may be lost in a power failure, like work in the background, which then runs again. On
   * SQLite, the commit then does not wait for the disk, which would block the event loop. A later durable transaction
   * makes it durable too. No effect on PostgreSQL, where the setting `synchronous_commit` of a connection does the same.
   */
  readonly isDeferred?: boolean
}

/** A database on SQLite or PostgreSQL. */
export interface Database {
  readonly dialect: Dialect
  /** Runs reading work outside of a transaction. On SQLite, `work` gets a connection that cannot write. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>
  /**
   * Runs work in a transaction. When the promise resolves, the transaction is committed and durable; when it rejects,
   * the transaction is rolled back. On SQLite, transactions run one after another, in the order of the calls.
   * @param options `isDeferred` gives up durability for speed
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** @param sql a reading statement with `$1`, `$2`, … as placeholders. The text must be valid in both dialects. */
  prepare<Row>(sql: string): Statement<Row>
  /**
   * @returns a number that increases with every write: immediately for writes of this process, within a second for
   *   those of other processes. Cached data is valid while the number stays the same. Undefined on PostgreSQL, where
   *   reading such a number would be expensive.
   */
  version(): number | undefined
  /**
   * @throws if the database does not respond, does not accept write transactions, or has reported that its file is
   * damaged
   */
  ping(): Promise<void>
  /**
   * Writes and commits a row, to test whether writing works. The file may be read-only, or the disk full.
   * @throws if the database does not respond, or is not writable
   */
  probeWrite(): Promise<void>
  /** Frees the page caches, which take up to 16 MB for each connection on SQLite. Later reads fill them again. */
  releaseMemory(): Promise<void>
  /**
   * Updates the statistics with which SQLite's planner chooses indexes. A thread updates them; writes wait until it is
   * done. Does nothing on PostgreSQL, where autovacuum updates them.
   */
  updateStatistics(): Promise<void>
  close(): Promise<void>
}

/** The statement that `probeWrite` runs. */
export const WRITE_PROBE =
  "insert into instance (name, value) values ('write_probe', '1') on conflict (name) do update set value = excluded.value"

/** A function that is called for every statement. Tests use it to count statements. */
export type OnQuery = (sql: string) => void
