import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type Driver, Kysely, SqliteDialect, SqliteDriver } from 'kysely'
import { AppError } from '../../kernel/errors.ts'
import {
  WRITE_PROBE,
  type Database,
  type TransactionOptions,
  type OnQuery,
  type SqlValue,
  type Statement,
} from '../database.ts'
import { storableValue } from '../../kernel/storable-text.ts'
import type { Schema, Tx } from '../schema.ts'
import { FileDamage } from './file-damage.ts'
import { SQLITE_FULL, sqliteCode, SQLITE_BUSY } from './sqlite-error-codes.ts'
import { UPDATE_STATISTICS, updateStatistics } from './planner-statistics.ts'
import { LruMap } from '../lru-map.ts'
import { MEMORY_MAP_BYTES } from './memory-map.ts'
import { LAST_RESORT_PAGES, WriteAheadLog } from './write-ahead-log.ts'
import { WriteCounter } from './write-counter.ts'

interface SqliteOptions {
  readonly path: string
  readonly onQuery?: OnQuery
}

/**
 * Maximum time in milliseconds that a write waits for another process that is writing (security specification 4.1).
 * After this time, the write fails. `RETRY_MS` is the pause between two attempts.
 */
const LOCK_TIMEOUT_MS = 10_000

const RETRY_MS = 10

/**
 * Opens an SQLite file with one connection for writing and one for reading. With the write-ahead log, both work at the
 * same time. Committed transactions survive a power failure.
 */
export function openSqlite({ path, onQuery }: SqliteOptions): Database {
  const writer = openConnection(path, false)
  const reader = openConnection(path, true)
  const damage = new FileDamage()
  const kysely = (connection: DatabaseSync) => lazy(() => createKysely(connection, damage, onQuery))
  const [writing, reading] = [kysely(writer), kysely(reader)]
  const version = new WriteCounter(reader)
  const log = new WriteAheadLog(path, writer)
  let queue: Promise<unknown> = Promise.resolve()
  /** Runs the work after all earlier work has ended. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = queue.then(work).catch(refuseWhenFull)
    const settled = result.catch(() => undefined)
    queue = settled.then(() => log.shorten()).catch(() => undefined)
    return settled.then(() => result)
  }

  return {
    dialect: 'sqlite',
    read: async (work) => work(await reading()),
    transaction: <T>(work: (tx: Tx) => Promise<T>, { isDeferred = false }: TransactionOptions = {}) =>
      inTurn(async () => {
        const kysely = await writing()
        if (isDeferred) writer.exec('pragma synchronous = normal')
        try {
          return await kysely.transaction().execute(work)
        } finally {
          if (isDeferred) writer.exec('pragma synchronous = full')
          version.advance()
        }
      }),
    prepare: (sql) => prepareStatement(reader, sql, damage, onQuery),
    version: () => version.current(),
    ping: () =>
      inTurn(async () => {
        damage.check()
        await beginImmediate(writer)
        writer.exec('rollback')
      }),
    probeWrite: () => inTurn(() => commit(writer, WRITE_PROBE).finally(() => version.advance())),
    releaseMemory: () =>
      inTurn(async () => {
        for (const connection of [reader, writer]) connection.exec('pragma shrink_memory')
      }),
    updateStatistics: () => inTurn(() => updateStatistics(path)),
    close: async () => {
      await queue
      await log.stop()
      reader.close()
      optimise(writer)
      writer.close()
    },
  }
}

/** Runs one statement in its own transaction. */
async function commit(writer: DatabaseSync, sql: string): Promise<void> {
  await beginImmediate(writer)
  try {
    writer.exec(`${sql}; commit`)
  } finally {
    if (writer.isTransaction) writer.exec('rollback')
  }
}

/**
 * Updates the planner's statistics before the file is closed, as SQLite's documentation recommends. Does nothing if
 * another process is writing, or if the file is not writable.
 */
function optimise(writer: DatabaseSync): void {
  try {
    writer.exec(`pragma busy_timeout = 1000; ${UPDATE_STATISTICS}`)
  } catch (error) {
    if (sqliteCode(error) === undefined) throw error
  }
}

function openConnection(path: string, readOnly: boolean): DatabaseSync {
  const connection = new DatabaseSync(path, { readOnly, timeout: 10_000 })
  connection.exec('pragma trusted_schema = off; pragma cache_size = -16000; pragma temp_store = memory')
  // Memory-mapped reading needs no system call for each database page. Long articles consist of many pages.
  if (readOnly) connection.exec(`pragma mmap_size = ${MEMORY_MAP_BYTES}`)
  else connection.exec(WRITER_PRAGMAS)
  return connection
}

/**
 * Settings of the writing connection. The busy timeout is 0, because `beginImmediate` waits for the lock, and the later
 * statements of a transaction already have the lock.
 */
const WRITER_PRAGMAS = `pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 0;
  pragma wal_autocheckpoint = ${LAST_RESORT_PAGES}`

function refuseWhenFull(error: unknown): never {
  if (sqliteCode(error) !== SQLITE_FULL) throw error
  throw new AppError('unavailable', 'the disk is full', { cause: error })
}

function prepareStatement<Row>(
  connection: DatabaseSync,
  sql: string,
  damage: FileDamage,
  onQuery?: OnQuery,
): Statement<Row> {
  let statement: StatementSync | undefined
  return {
    all: async (...parameters: readonly SqlValue[]) => {
      onQuery?.(sql)
      return damage.watch(() => {
        statement ??= connection.prepare(sql.replaceAll(/\$(\d+)/g, '?$1'))
        return statement.all(...values(parameters)) as Row[]
      })
    },
  }
}

async function createKysely(connection: DatabaseSync, damage: FileDamage, onQuery?: OnQuery): Promise<Kysely<Schema>> {
  const config = { database: kyselyDatabase(connection, damage) }
  class ImmediateDriver extends SqliteDriver {
    override beginTransaction(): Promise<void> {
      return beginImmediate(connection)
    }
    /**
     * Rolls back only if the transaction is still open. If the disk is full, for example, SQLite has already rolled
     * back, and a second rollback would throw an error that hides the cause.
     */
    override async rollbackTransaction(): Promise<void> {
      if (connection.isTransaction) connection.exec('rollback')
    }
  }
  class Dialect extends SqliteDialect {
    override createDriver(): Driver {
      return new ImmediateDriver(config)
    }
  }
  return new Kysely<Schema>({
    dialect: new Dialect(config),
    ...(onQuery && { log: (event) => onQuery(event.query.sql) }),
  })
}

/** Implements the driver interface of Kysely's SQLite dialect with `node:sqlite`. Prepared statements are cached. */
function kyselyDatabase(connection: DatabaseSync, damage: FileDamage) {
  const statements = new LruMap<ReturnType<typeof adaptStatement>>(300)
  return {
    prepare: (sql: string) =>
      statements.get(sql, () =>
        adaptStatement(
          damage.watch(() => connection.prepare(sql)),
          damage,
        ),
      ),
    close: () => undefined,
  }
}

const values = (parameters: readonly unknown[]) => parameters.map(storableValue) as SQLInputValue[]

function adaptStatement(statement: StatementSync, damage: FileDamage) {
  return {
    // Kysely calls `all` if `reader` is true, otherwise `run`. Writes with `returning` have columns too, so they count
    // as readers. The columns of a statement stay the same as long as the tables do.
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) => damage.watch(() => statement.all(...values(parameters))),
    run: (parameters: readonly unknown[]) => damage.watch(() => statement.run(...values(parameters))),
    iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
  }
}

function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/**
 * Begins a write transaction. While another process holds the lock, this function waits asynchronously. If SQLite
 * waited itself, it would block the event loop, so the connection must have a busy timeout of 0.
 * @throws AppError `unavailable` if the file is still locked after ten seconds
 */
async function beginImmediate(connection: DatabaseSync): Promise<void> {
  const since = performance.now()
  while (!tryToBegin(connection)) {
    if (performance.now() - since > LOCK_TIMEOUT_MS) {
      throw new AppError('unavailable', 'the database is locked by another process')
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

function tryToBegin(connection: DatabaseSync): boolean {
  try {
    connection.exec('begin immediate')
    return true
  } catch (error) {
    if (sqliteCode(error) !== SQLITE_BUSY) throw error
    return false
  }
}
