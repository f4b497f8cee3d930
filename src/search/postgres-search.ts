import type { SqlValue } from '../db/database.ts'
import type { PostgresDatabase } from '../db/postgres.ts'
import { rawSql } from '../db/raw-sql.ts'
import { StatementBook } from '../db/statement-book.ts'
import type { EntryId, UserId } from '../kernel/brand.ts'
import { findUsersBehind, isUpToDate, readChanged, readProgress, type Ask, type Cursor } from './changed-entries.ts'
import { loadTexts } from './load-texts.ts'
import { findPostgres } from './postgres-find.ts'
import { SavedOrders } from './postgres-order.ts'
import { isTimeToPack, packSome } from './postgres-pack.ts'
import type { SearchIndex, Snippet } from './search-index.ts'
import { openSearchPool, type SearchPool } from './search-pool.ts'

const BATCH = 20

/** @returns the index in PostgreSQL's full text; words are made in threads, everything else is the server's work */
export function postgresSearch(database: PostgresDatabase): SearchIndex {
  const pool = openSearchPool()
  const book = new StatementBook(database)
  const ask: Ask = <Row>(sql: string, parameters: readonly SqlValue[]) => book.all<Row>(sql, parameters)
  const reader = { ask, orders: new SavedOrders(ask), pool }
  const parts = { database, pool, ask, inIds: book.inNumbers('$2') }
  return {
    catchUp: (owner, limitMs) => catchUp(parts, owner, limitMs),
    findBehind: async () => (await findUsersBehind(ask)) as UserId[],
    find: (owner, query, page) => findPostgres(reader, owner, query, page),
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
    const hasMore = entries.length === BATCH
    const isHeavy = await isTimeToPack(parts.ask, owner, hasMore)
    if (isHeavy) await packSome(parts.database, parts.pool, owner)
    const vectors = entries.length === 0 ? [] : await parts.pool.run({ kind: 'vectors', entries })
    const ids = entries.map(({ id }) => id)
    // Who has something to pack is never done: somebody comes back until all is packed.
    const to = isHeavy && !hasMore ? progress.cursor : cursor
    await store(parts.database, { owner, from: progress.cursor, to, ids, vectors: vectors as string[] })
    if ((isHeavy || hasMore) && performance.now() > until) return false
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

/**
 * An entry that was deleted meanwhile is not there to be joined. Words that are as they were, such as of an entry that
 * was archived, change nothing. Of an entry that is in segments the words there count no more.
 */
const STORE = `
  with made as materialized (
    select entry.user_id, entry.id, made.words::tsvector as words
    from unnest($2::bigint[], $3::text[]) as made (id, words)
    join entry on entry.user_id = $1 and entry.id = made.id
    for key share of entry
  ), compared as materialized (
    select made.user_id, made.id, made.words, (
      select search_entry.words from search_entry
      where search_entry.user_id = $1 and search_entry.entry_id = made.id
    ) as before
    from made
  ), noted as (
    insert into search_gone (user_id, entry_id, below)
    select user_id, id, (select coalesce(max(segment), 0) + 1 from search_segment where user_id = $1)
    from compared where before <> words and not exists (
      select from search_recent where search_recent.user_id = $1 and search_recent.entry_id = compared.id
    )
    on conflict (user_id, entry_id) do update set below = excluded.below
  ), waiting as (
    insert into search_recent (user_id, entry_id)
    select user_id, id from compared where before is distinct from words
    on conflict do nothing
  )
  insert into search_entry (user_id, entry_id, words)
  select user_id, id, words from compared where before is distinct from words
  on conflict (user_id, entry_id) do update set words = excluded.words`

async function forget(database: PostgresDatabase, owner: UserId | undefined): Promise<void> {
  await database.transaction(async (tx) => {
    // Of everybody at once: row by row it would take longer than a statement may.
    if (owner === undefined) return void (await rawSql(tx, `truncate ${TABLES.join(', ')}, search_page`, []))
    for (const table of TABLES) await rawSql(tx, `delete from ${table} where user_id = $1`, [owner])
  })
}

/** The state first: whoever packs or stores meanwhile is done by then, or finds no state. Pages go with their segments. */
const TABLES = ['search_state', 'search_segment', 'search_entry', 'search_recent', 'search_gone']
