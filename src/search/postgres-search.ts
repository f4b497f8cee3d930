import type { SqlValue } from '../db/database.ts'
import type { PostgresDatabase } from '../db/postgres.ts'
import { rawSql } from '../db/raw-sql.ts'
import { StatementBook } from '../db/statement-book.ts'
import type { EntryId, UserId } from '../kernel/brand.ts'
import { findUsersBehind, isUpToDate, readChanged, readProgress, type Ask, type Cursor } from './changed-entries.ts'
import { loadTexts } from './load-texts.ts'
import { findPostgres } from './postgres-find.ts'
import type { SearchIndex, Snippet } from './search-index.ts'
import { openSearchPool, type SearchPool } from './search-pool.ts'

const BATCH = 20

/** @returns the index in PostgreSQL's full text; words are made in threads, everything else is the server's work */
export function postgresSearch(database: PostgresDatabase): SearchIndex {
  const pool = openSearchPool()
  const book = new StatementBook(database)
  const ask: Ask = <Row>(sql: string, parameters: readonly SqlValue[]) => book.all<Row>(sql, parameters)
  const parts = { database, pool, ask, inIds: book.inNumbers('$2') }
  return {
    catchUp: (owner, limitMs) => catchUp(parts, owner, limitMs),
    findBehind: async () => (await findUsersBehind(ask)) as UserId[],
    find: (owner, query, page) => findPostgres(ask, owner, query, page),
    snippets: async (owner, query, ids) => {
      const contents = await loadTexts(database, owner, ids)
      return new Map((await pool.run({ kind: 'snippets', query, contents })) as [EntryId, Snippet][])
    },
    forget: (owner) => forget(database, owner),
    close: () => pool.close(),
  }
}

interface Parts {
  readonly database: PostgresDatabase
  readonly pool: SearchPool
  readonly ask: Ask
  readonly inIds: string
}

async function catchUp(parts: Parts, owner: UserId, limitMs: number): Promise<boolean> {
  const until = performance.now() + limitMs
  for (;;) {
    const progress = await readProgress(parts.ask, owner)
    if (!progress || isUpToDate(progress)) return true
    const { entries, cursor } = await readChanged(parts.ask, parts.inIds, { owner, progress, most: BATCH })
    const vectors = entries.length === 0 ? [] : await parts.pool.run({ kind: 'vectors', owner, entries })
    const ids = entries.map(({ id }) => id)
    await store(parts.database, { owner, from: progress.cursor, to: cursor, ids, vectors: vectors as string[] })
    if (entries.length === BATCH && performance.now() > until) return false
  }
}

interface Batch {
  readonly owner: UserId
  readonly from: Cursor
  readonly to: Cursor
  readonly ids: readonly number[]
  readonly vectors: readonly string[]
}

/** Does nothing when another process was faster. */
async function store(database: PostgresDatabase, { owner, from, to, ids, vectors }: Batch): Promise<void> {
  await database.transaction(async (tx) => {
    await rawSql(tx, 'insert into search_state values ($1, 0, 0) on conflict do nothing', [owner])
    const [state] = await rawSql<{ revision: number; entry_id: number }>(
      tx,
      'select revision, entry_id from search_state where user_id = $1 for update',
      [owner],
    )
    if (state?.revision !== from.revision || state.entry_id !== from.entryId) return
    if (ids.length > 0) await rawSql(tx, STORE, [owner, ids, vectors])
    await rawSql(tx, 'update search_state set revision = $2, entry_id = $3 where user_id = $1', [
      owner,
      to.revision,
      to.entryId,
    ])
  })
}

/** An entry that was deleted meanwhile is not there to be joined. */
const STORE = `
  insert into search_entry (user_id, entry_id, created_at, words)
  select entry.user_id, entry.id, entry.created_at, made.words::tsvector
  from unnest($2::bigint[], $3::text[]) as made (id, words)
  join entry on entry.user_id = $1 and entry.id = made.id
  for key share of entry
  on conflict (user_id, entry_id) do update set words = excluded.words`

async function forget(database: PostgresDatabase, owner: UserId | undefined): Promise<void> {
  await database.transaction(async (tx) => {
    const [which, parameters] = owner === undefined ? ['', []] : ['where user_id = $1', [owner]]
    await rawSql(tx, `delete from search_entry ${which}`, parameters)
    await rawSql(tx, `delete from search_state ${which}`, parameters)
  })
}
