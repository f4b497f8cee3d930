import type { PostgresDatabase } from '../../db/postgres/postgres.ts'
import { StatementCache } from '../../db/statement-cache.ts'
import { storedText, storedTextSql } from '../../db/stored-text.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import {
  type ChangedEntry,
  countUnindexed,
  fingerprintOf,
  findUsersBehind,
  type RunStatement,
  isUpToDate,
  readChanged,
  readProgress,
  type Cursor,
} from '../changed-entries.ts'
import { MAX_SNIPPETS } from '../make-snippet.ts'
import type { SearchIndex, Snippet } from '../search-index.ts'
import { openSearchPool, type SearchPool } from '../search-pool.ts'
import type { StoredText } from '../search-task.ts'
import { FrequentQueries } from './frequent-queries.ts'
import { countWordsPostgres } from './postgres-word-counts.ts'
import { findPostgres } from './postgres-find.ts'
import { listPostgres } from './postgres-list.ts'
import { setTimeout } from 'node:timers/promises'
import { rawSql } from '../../db/raw-sql.ts'

/**
 * @param reads the database that answers searches and lists; by default the one that is indexed
 * @param pool worker threads; by default new ones
 * @returns the search index that uses PostgreSQL's full-text search. Worker threads split entries into lexemes, and the
 *   database server does the rest.
 */
export function postgresSearch(
  database: PostgresDatabase,
  reads: PostgresDatabase = database,
  pool: SearchPool = openSearchPool(),
): SearchIndex {
  const [indexed, statements] = [new StatementCache(database), new StatementCache(reads)]
  const runIndexed: RunStatement = (sql, parameters) => indexed.all(sql, parameters)
  const run: RunStatement = (sql, parameters) => statements.all(sql, parameters)
  const runComposed: RunStatement = (sql, parameters) => reads.readComposed(sql, parameters)
  const runners = { run, runComposed, frequent: new FrequentQueries(run) }
  const parts = { database, pool, run: runIndexed, inIds: statements.inNumbers('$2') }
  return {
    catchUp: (owner, limitMs) => indexChangesPostgres(parts, owner, limitMs),
    countUnindexed: (owner, most) => countUnindexed(runIndexed, owner, most),
    findBehind: async () => (await findUsersBehind(runIndexed)) as UserId[],
    find: (owner, query, page) => findPostgres(runners, owner, query, page),
    list: (owner, filter, total) => listPostgres(runners, owner, filter, total),
    read: runComposed,
    snippets: async (owner, query, ids) => {
      const parameters = [owner, JSON.stringify(ids.slice(0, MAX_SNIPPETS))]
      const rows = await statements.all<SnippetText>(`${SNIPPET_TEXTS} ${parts.inIds}`, parameters)
      const contents = rows.map(({ id, content }): StoredText => ({ id, content: storedText(content) }))
      return new Map((await pool.run({ kind: 'snippets', query, contents })) as [EntryId, Snippet][])
    },
    countWords: (owner, words) => countWordsPostgres(run, owner, words),
    forget: (owner) => resetIndexPostgres(database, owner),
    readingFrom: (current, other) => postgresSearch(current, other, pool),
    close: () => pool.close(),
  }
}

interface SnippetText {
  readonly id: number
  readonly content: string
}

const SNIPPET_TEXTS = `select entry_id as id, ${storedTextSql('postgres', 'content')} as content
  from entry_content where user_id = $1 and entry_id`

/** Maximum number of entries indexed in one transaction. */
const BATCH_SIZE = 20
/** Milliseconds to wait if another process is indexing the same user. */
const RETRY_AFTER_LOCK_MS = 50

interface IndexParts {
  readonly database: PostgresDatabase
  readonly pool: SearchPool
  readonly run: RunStatement
  /** SQL for "is in this list of integers"; the list is parameter `$2` */
  readonly inIds: string
}

/**
 * Indexes the owner's changes until none remain or the time limit is reached.
 * @returns true if no changes remain
 */
async function indexChangesPostgres(parts: IndexParts, owner: UserId, limitMs: number): Promise<boolean> {
  const { database, pool, run, inIds } = parts
  const until = performance.now() + limitMs
  for (;;) {
    const progress = await readProgress(run, owner)
    if (!progress || isUpToDate(progress)) return true
    const { entries, cursor, isEnd } = await readChanged(run, inIds, { owner, progress, most: BATCH_SIZE })
    const { cursor: from } = progress
    // A rebuild of the index sets the cursor to zero, and removes the words. They may still have been there just now.
    const isStart = from.revision === 0 && from.entryId === 0
    const changed = isStart ? withFingerprints(entries) : await withNewWords(parts, owner, entries)
    const vectors =
      changed.length === 0
        ? []
        : ((await pool.run({ kind: 'vectors', owner, entries: changed.map(({ entry }) => entry) })) as string[])
    const words = changed.map(({ entry: { id }, fingerprint }, index) => ({ id, fingerprint, vector: vectors[index]! }))
    const batch = { owner, from, to: cursor, words, highestId: Math.max(0, ...entries.map(({ id }) => id)) }
    const isFree = await storeBatch(database, batch)
    if (!isFree) await setTimeout(RETRY_AFTER_LOCK_MS)
    if ((!isFree || !isEnd) && performance.now() > until) return false
  }
}

interface Fingerprinted {
  readonly entry: ChangedEntry
  readonly fingerprint: Uint8Array
}

const withFingerprints = (entries: readonly ChangedEntry[]): Fingerprinted[] =>
  entries.map((entry) => ({ entry, fingerprint: fingerprintOf(entry) }))

/** @returns the entries whose words the index does not contain yet */
async function withNewWords(
  { run, inIds }: Pick<IndexParts, 'run' | 'inIds'>,
  owner: UserId,
  entries: readonly ChangedEntry[],
): Promise<Fingerprinted[]> {
  if (entries.length === 0) return []
  const ids = JSON.stringify(entries.map(({ id }) => id))
  const rows = await run<{ id: number; fingerprint: Uint8Array | null }>(`${READ_FINGERPRINTS} ${inIds}`, [owner, ids])
  const known = new Map(rows.map(({ id, fingerprint }) => [Number(id), fingerprint]))
  return withFingerprints(entries).filter(({ entry, fingerprint }) => {
    const indexed = known.get(entry.id)
    return !indexed || Buffer.compare(indexed, fingerprint) !== 0
  })
}

const READ_FINGERPRINTS = 'select entry_id as id, fingerprint from search_entry where user_id = $1 and entry_id'

interface Batch {
  readonly owner: UserId
  readonly from: Cursor
  readonly to: Cursor
  /** the entries to store, with their words as text of the type `tsvector` */
  readonly words: readonly { readonly id: number; readonly fingerprint: Uint8Array; readonly vector: string }[]
  /** highest id of the entries of the batch, including those whose words are already stored */
  readonly highestId: number
}

/**
 * Stores a batch, unless another process has already stored it.
 * @returns false if another process has locked the owner's index state
 */
async function storeBatch(database: PostgresDatabase, { owner, from, to, words, highestId }: Batch): Promise<boolean> {
  return database.transaction(async (tx) => {
    await rawSql(tx, 'insert into search_state values ($1, 0, 0) on conflict do nothing', [owner])
    const [state] = await rawSql<{ revision: number; entry_id: number }>(tx, LOCK_STATE, [owner])
    if (!state) return false
    if (state.revision !== from.revision || state.entry_id !== from.entryId) return true
    if (words.length > 0) {
      const columns = [
        words.map(({ id }) => id),
        words.map(({ vector }) => vector),
        words.map((one) => one.fingerprint),
      ]
      await rawSql(tx, STORE_WORDS, [owner, ...columns])
    }
    await rawSql(tx, ADVANCE_CURSOR, [owner, to.revision, to.entryId, highestId])
    return true
  })
}

const LOCK_STATE = 'select revision, entry_id from search_state where user_id = $1 for update skip locked'
/**
 * Stores the cursor and the largest id indexed so far. This id may be from an earlier batch, because an old entry may
 * be indexed again after newer ones.
 */
const ADVANCE_CURSOR =
  'update search_state set revision = $2, entry_id = $3, last_entry_id = greatest(last_entry_id, $4) where user_id = $1'

/**
 * Entries that were deleted in the meantime have no row to join, so they are skipped. Unchanged words are not written
 * again.
 */
const STORE_WORDS = `
  with made as materialized (
    select entry.user_id, entry.id, entry.created_at, made.words::tsvector as words, made.fingerprint
    from unnest($2::bigint[], $3::text[], $4::bytea[]) as made (id, words, fingerprint)
    join entry on entry.user_id = $1 and entry.id = made.id
    for key share of entry
  )
  insert into search_entry (user_id, entry_id, created_at, words, fingerprint)
  select user_id, id, created_at, words, fingerprint from made
  on conflict (entry_id, user_id) do update
  set created_at = excluded.created_at, words = excluded.words, fingerprint = excluded.fingerprint
  where search_entry.words <> excluded.words or search_entry.created_at <> excluded.created_at
    or search_entry.fingerprint is distinct from excluded.fingerprint`

/** Removes the entries of the owner, or of all users, from the index, so that they are indexed again. */
async function resetIndexPostgres(database: PostgresDatabase, owner: UserId | undefined): Promise<void> {
  await database.transaction(async (tx) => {
    // A `delete` of the rows of all users would exceed the statement timeout.
    if (owner === undefined) return void (await rawSql(tx, 'truncate search_state, search_entry', []))
    // The state is deleted first, because each transaction that stores entries locks it. This deletion waits for a
    // running transaction, and the entries that it has stored are then deleted too. A later transaction finds no state
    // and stores nothing.
    for (const table of ['search_state', 'search_entry']) {
      await rawSql(tx, `delete from ${table} where user_id = $1`, [owner])
    }
  })
}
