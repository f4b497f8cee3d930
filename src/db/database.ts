import type { Db, Tx } from './schema.ts'

export type Dialect = 'sqlite' | 'postgres'

/** A statement prepared once, for paths that run thousands of times a second. */
export interface Statement<Row> {
  /** @returns all rows for these parameters, given in the order of `$1`, `$2`, … */
  all(...parameters: readonly SqlValue[]): Promise<Row[]>
}

export type SqlValue = string | number | null | Uint8Array

/** One database of either dialect. Kysely, behind `read` and `transaction`, is loaded at first use. */
export interface Database {
  readonly dialect: Dialect
  /** Runs `work` outside a transaction, on a connection that cannot write (SQLite) or should not (PostgreSQL). */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>
  /**
   * Runs `work` in one transaction: committed and durable when the promise resolves, rolled back when it rejects. On
   * SQLite transactions run one at a time, in the order of the calls.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** @param sql one reading statement with `$1`, `$2`, … as placeholders, the same text for both dialects */
  prepare<Row>(sql: string): Statement<Row>
  /**
   * @returns a number that increases with every write, immediately for writes of this process and within a second for
   *   those of others, if that costs next to nothing (SQLite); else undefined. Data read at one number stays valid
   *   while the number is the same.
   */
  version(): number | undefined
  /** @throws when the database does not respond, or accepts no write transaction */
  ping(): Promise<void>
  /**
   * Commits a row of its own: the only way to learn whether writing works, because a file may be read-only or a disk
   * full.
   * @throws when the database does not respond, or is not writable
   */
  probeWrite(): Promise<void>
  /** Frees cached pages of the database, up to 16 MB per connection (SQLite); later reads fill the caches again. */
  releaseMemory(): Promise<void>
  close(): Promise<void>
}

/** The statement of `probeWrite`. */
export const WRITE_PROBE =
  "insert into instance (name, value) values ('write_probe', '1') on conflict (name) do update set value = excluded.value"

/** Called for every statement that runs; tests count with it. */
export type OnQuery = (sql: string) => void
