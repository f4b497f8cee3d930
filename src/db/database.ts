import type { Db, Tx } from './schema.ts'

export type Dialect = 'sqlite' | 'postgres'

/** A statement prepared once, for the paths that are asked thousands of times a second. */
export interface Statement<Row> {
  /** @returns every row for these parameters, in order of `$1`, `$2`, … */
  all(...parameters: readonly SqlValue[]): Promise<Row[]>
}

export type SqlValue = string | number | null | Uint8Array

/** One database, whichever it is. Kysely behind `read` and `transaction` is loaded at first use. */
export interface Database {
  readonly dialect: Dialect
  /** Runs `work` outside a transaction, on a connection that cannot write (SQLite) or should not (PostgreSQL). */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>
  /**
   * Runs `work` in one transaction: committed and durable when the promise resolves, undone when it rejects.
   * On SQLite transactions run one after the other in the order of the calls.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** @param sql one reading statement with `$1`, `$2`, … as placeholders, the same text for both dialects */
  prepare<Row>(sql: string): Statement<Row>
  /**
   * @returns a number that changes with every write, at once with those of this process and within a second with those
   * of others, where that costs next to nothing (SQLite); undefined where it does not. What was read at one number
   * holds at the same number.
   */
  version(): number | undefined
  /** @throws when the database does not answer, or accepts no transaction that writes */
  ping(): Promise<void>
  /**
   * Commits a row of its own: the one way to learn whether writing works, as a file may be read-only and a disk full.
   * @throws when the database does not answer, or cannot be written to
   */
  probeWrite(): Promise<void>
  close(): Promise<void>
}

/** What `probeWrite` runs. */
export const WRITE_PROBE =
  "insert into instance (name, value) values ('write_probe', '1') on conflict (name) do update set value = excluded.value"

/** Told about every statement that runs; tests count with it. */
export type OnQuery = (sql: string) => void
