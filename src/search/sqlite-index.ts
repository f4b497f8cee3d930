import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { LruMap } from '../db/lru-map.ts'
import { MEMORY_MAP_BYTES } from '../db/sqlite/memory-map.ts'
import {
  decodeEntry,
  fingerprintOf,
  isUpToDate,
  readChanged,
  readProgress,
  type RunStatement,
  type ChangedEntry,
  type Cursor,
} from './changed-entries.ts'
import { ownerPrefix } from '../query/sql/full-text-match.ts'
import { indexWords, type IndexedWords } from '../query/text/index-words.ts'

/**
 * Number of entries in a transaction. It is adjusted to the measured duration, because other writers, such as saves,
 * must wait for the transaction.
 */
const BATCH_SIZE = { least: 8, first: 64, most: 256 }
/** Target duration of a transaction, in milliseconds. */
const WRITE_MS = 20
/**
 * Milliseconds between two transactions. Waiting saves can write in this pause; they retry every 10 ms
 * (src/db/sqlite/sqlite.ts).
 */
const PAUSE_MS = 12

/** The index's own connection to the SQLite file, used in a thread. */
export interface IndexConnection {
  /** @returns all rows of a read-only statement */
  all<Row>(sql: string, ...parameters: readonly SQLInputValue[]): Row[]
  /** @returns an iterator over the rows of a read-only statement */
  each<Row>(sql: string, ...parameters: readonly SQLInputValue[]): Iterable<Row>
  run(sql: string, ...parameters: readonly SQLInputValue[]): void
  /** Runs reading work on one state of the database: its statements see no writes that are committed in between. */
  snapshot<T>(work: () => T): T
  /**
   * Runs work in one write transaction, which is rolled back if the work throws or returns false.
   * @returns the result of the work
   */
  write(work: () => boolean): boolean
}

/**
 * Opens the database file. With `synchronous = normal`, transactions of the index do not wait for the disk; the next
 * write of the service makes them durable. After a power failure, the index continues from its stored cursor.
 */
export function openIndexConnection(path: string): IndexConnection {
  const connection = new DatabaseSync(path, { timeout: 10_000 })
  connection.exec('pragma trusted_schema = off; pragma cache_size = -16000; pragma temp_store = memory')
  connection.exec(`pragma synchronous = normal; pragma foreign_keys = on; pragma mmap_size = ${MEMORY_MAP_BYTES}`)
  const statements = new LruMap<StatementSync>(50)
  const statement = (sql: string) => statements.get(sql, () => connection.prepare(sql.replaceAll(/\$(\d+)/g, '?$1')))
  return {
    all: <Row>(sql: string, ...parameters: readonly SQLInputValue[]) => statement(sql).all(...parameters) as Row[],
    each: <Row>(sql: string, ...parameters: readonly SQLInputValue[]) =>
      statement(sql).iterate(...parameters) as Iterable<Row>,
    run: (sql, ...parameters) => void statement(sql).run(...parameters),
    snapshot: (work) => readWith(connection, work),
    write: (work) => writeWith(connection, work),
  }
}

function readWith<T>(connection: DatabaseSync, work: () => T): T {
  connection.exec('begin')
  try {
    return work()
  } finally {
    connection.exec('commit')
  }
}

function writeWith(connection: DatabaseSync, work: () => boolean): boolean {
  connection.exec('begin immediate')
  try {
    const isDone = work()
    connection.exec(isDone ? 'commit' : 'rollback')
    return isDone
  } finally {
    if (connection.isTransaction) connection.exec('rollback')
  }
}

/**
 * Indexes the user's changes until none remain or the time limit is reached.
 * @returns true if no changes remain
 */
export async function indexChangesSqlite(
  connection: IndexConnection,
  owner: number,
  limitMs: number,
): Promise<boolean> {
  const until = performance.now() + limitMs
  const run: RunStatement = async <Row>(sql: string, parameters: readonly SQLInputValue[]) =>
    connection.all<Row>(sql, ...parameters)
  let [size, written] = [BATCH_SIZE.first, 0]
  for (;;) {
    const progress = await readProgress(run, owner)
    if (!progress || isUpToDate(progress)) return true
    const { entries, cursor, isEnd } = await readChanged(run, IN_IDS, { owner, progress, most: size })
    const changes = changedWords(connection, owner, entries)
    await pauseUntil(written + PAUSE_MS)
    const begun = performance.now()
    connection.write(() => storeBatch(connection, { owner, from: progress.cursor, to: cursor, changes }))
    written = performance.now()
    size = nextSize(size, written - begun)
    if (!isEnd && written > until) return false
  }
}

/**
 * Waits until the next transaction may start. The caller tokenizes the entries of the transaction before this call, so
 * the time of that work counts as part of the pause.
 */
async function pauseUntil(time: number): Promise<void> {
  const ms = time - performance.now()
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
}

function nextSize(size: number, ms: number): number {
  if (ms > WRITE_MS) return Math.max(BATCH_SIZE.least, size >> 1)
  return ms < WRITE_MS / 2 ? Math.min(BATCH_SIZE.most, size * 2) : size
}

const IN_IDS = 'in (select value from json_each($2))'

/** A changed entry in a batch. */
interface ChangedWords {
  readonly id: number
  /** the owner's revision at the change */
  readonly revision: number
  readonly fingerprint: Uint8Array
  /** undefined if the index already contains them */
  readonly words: IndexedWords | undefined
}

/** @returns the words of the entries. Those that the index already contains are not made. */
function changedWords(connection: IndexConnection, owner: number, entries: readonly ChangedEntry[]): ChangedWords[] {
  return entries.map((entry) => {
    const { id, revision } = entry
    const fingerprint = fingerprintOf(entry)
    const words = isIndexed(connection, owner, { id, fingerprint }) ? undefined : indexWords(decodeEntry(entry))
    return { id, revision, fingerprint, words }
  })
}

/** @returns true if the index contains the words of an entry with this fingerprint */
function isIndexed(
  connection: IndexConnection,
  owner: number,
  { id, fingerprint }: Pick<ChangedWords, 'id' | 'fingerprint'>,
): boolean {
  const [known] = connection.all<{ fingerprint: Uint8Array }>(READ_FINGERPRINT, owner, id)
  return known !== undefined && Buffer.compare(known.fingerprint, fingerprint) === 0
}

interface Batch {
  readonly owner: number
  readonly from: Cursor
  readonly to: Cursor
  readonly changes: readonly ChangedWords[]
}

/**
 * Stores a batch. The caller must have started a write transaction.
 * @returns false if another process has already stored the batch, or has emptied the index; the caller must then roll
 *   back the transaction
 */
function storeBatch(connection: IndexConnection, { owner, from, to, changes }: Batch): boolean {
  const [state] = connection.all<{ revision: number; entry_id: number }>(READ_STATE, owner)
  if ((state?.revision ?? 0) !== from.revision || (state?.entry_id ?? 0) !== from.entryId) return false
  for (const change of changes) {
    // An entry that was deleted after it was read must not be indexed again.
    if (connection.all('select 1 from entry where user_id = $1 and id = $2', owner, change.id).length === 0) continue
    if (change.words) {
      storeWords(connection, owner, change.id, change.words)
      connection.run(STORE_FINGERPRINT, owner, change.id, change.fingerprint, change.revision)
    } else if (!isIndexed(connection, owner, change)) return false
  }
  connection.run(ADVANCE_CURSOR, owner, to.revision, to.entryId)
  return true
}

const READ_FINGERPRINT = 'select fingerprint from indexed_entry where user_id = $1 and entry_id = $2'
const STORE_FINGERPRINT =
  'insert into indexed_entry (user_id, entry_id, fingerprint, revision) values ($1, $2, $3, $4) ' +
  'on conflict (user_id, entry_id) do update set fingerprint = excluded.fingerprint, revision = excluded.revision'
const READ_STATE = 'select revision, entry_id from search_state where user_id = $1'
const INSERT_WORDS =
  'insert or replace into search_index (rowid, title, people, address, notes, content) values ($1, $2, $3, $4, $5, $6)'
const ADVANCE_CURSOR =
  'insert into search_state (user_id, revision, entry_id) values ($1, $2, $3) ' +
  'on conflict (user_id) do update set revision = excluded.revision, entry_id = excluded.entry_id'

/** Stores the tokens of an entry, and replaces its earlier ones. */
export function storeWords(connection: IndexConnection, owner: number, id: number, words: IndexedWords): void {
  const prefix = ownerPrefix(owner)
  const text = (tokens: readonly string[]) => tokens.map((token) => prefix + token).join(' ')
  const { title, people, address, notes, content } = words
  connection.run(INSERT_WORDS, id, text(title), text(people), text(address), text(notes), text(content))
}

const RESET_TABLES = ['search_state', 'indexed_entry'] as const

/**
 * Resets the cursor of a user, so that all entries are indexed again. Without a user, resets all cursors and empties
 * the index.
 */
export function resetIndexSqlite(connection: IndexConnection, owner: number | undefined): void {
  connection.write(() => {
    if (owner === undefined) {
      connection.run("insert into search_index (search_index) values ('delete-all')")
      for (const table of RESET_TABLES) connection.run(`delete from ${table}`)
    } else for (const table of RESET_TABLES) connection.run(`delete from ${table} where user_id = $1`, owner)
    return true
  })
}
