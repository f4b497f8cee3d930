import { setTimeout } from 'node:timers/promises'
import type { SqlValue } from '../db/database.ts'
import type { PostgresDatabase } from '../db/postgres/postgres.ts'
import { rawSql } from '../db/raw-sql.ts'
import { StatementBook } from '../db/statement-book.ts'
import type { EntryId, UserId } from '../kernel/brand.ts'
import {
  countWaiting,
  findUsersBehind,
  isUpToDate,
  readChanged,
  readProgress,
  type Ask,
  type Cursor,
} from './changed-entries.ts'
import { KnownKeys } from './known-keys.ts'
import { KnownStates } from './known-states.ts'
import { loadTexts } from './load-texts.ts'
import { Packing } from './packing.ts'
import { PageCache } from './page-cache.ts'
import { findPostgres } from './postgres-find.ts'
import { SavedOrders } from './postgres-order.ts'
import { isTimeToPack, packSome } from './postgres-pack.ts'
import { ScratchPool } from './scratch.ts'
import type { SearchIndex, Snippet } from './search-index.ts'
import { openSearchPool, type SearchPool } from './search-pool.ts'

const BATCH = 20
/** How long to wait for somebody else who works on the index of the same user, before looking again. */
const HELD_MS = 50

/** @returns the index in PostgreSQL's full text; words are made in threads, everything else is the server's work */
export function postgresSearch(database: PostgresDatabase): SearchIndex {
  const pool = openSearchPool()
  const book = new StatementBook(database)
  const ask: Ask = <Row>(sql: string, parameters: readonly SqlValue[]) => book.all<Row>(sql, parameters)
  const reader = {
    ask,
    orders: new SavedOrders(ask),
    cache: new PageCache(),
    keys: new KnownKeys(ask),
    states: new KnownStates(ask, pool),
    scratch: new ScratchPool(),
    pool,
  }
  const packing = new Packing((owner) => packSome(database, pool, owner))
  const parts = { database, pool, packing, ask, inIds: book.inNumbers('$2') }
  return {
    catchUp: (owner, limitMs) => catchUp(parts, owner, limitMs),
    countWaiting: (owner, most) => countWaiting(ask, owner, most),
    findBehind: async () => (await findUsersBehind(ask)) as UserId[],
    find: (owner, query, page) => findPostgres(reader, owner, query, page),
    snippets: async (owner, query, ids) => {
      const contents = await loadTexts(database, owner, ids)
      return new Map((await pool.run({ kind: 'snippets', query, contents })) as [EntryId, Snippet][])
    },
    forget: (owner) => forget(database, owner),
    close: async () => {
      await pool.close()
      await packing.ended()
      await reader.keys.ended()
      await reader.states.ended()
    },
  }
}

interface Parts {
  readonly database: PostgresDatabase
  readonly pool: SearchPool
  readonly packing: Packing
  readonly ask: Ask
  readonly inIds: string
}

async function catchUp(parts: Parts, owner: UserId, limitMs: number): Promise<boolean> {
  const until = performance.now() + limitMs
  for (;;) {
    const next = await readNext(parts, owner)
    if (!next) return true
    const isFree = await store(parts.database, next.batch)
    if (!isFree) await setTimeout(HELD_MS)
    else if (next.isHeavy) await parts.packing.pack(owner, until)
    if ((!isFree || next.isMore) && performance.now() > until) return false
  }
}

interface Next {
  readonly batch: Batch
  /** it is time to pack */
  readonly isHeavy: boolean
  /** this batch is not the last thing to be done */
  readonly isMore: boolean
}

/** @returns undefined when everything is in */
async function readNext({ ask, pool, inIds }: Parts, owner: UserId): Promise<Next | undefined> {
  const progress = await readProgress(ask, owner)
  if (!progress || isUpToDate(progress)) return undefined
  const { entries, cursor } = await readChanged(ask, inIds, { owner, progress, most: BATCH })
  const hasMore = entries.length === BATCH
  const isHeavy = await isTimeToPack(ask, owner, hasMore)
  const vectors = entries.length === 0 ? [] : ((await pool.run({ kind: 'vectors', entries })) as string[])
  // Who has something to pack is never done: somebody comes back until all is packed.
  const to = isHeavy && !hasMore ? progress.cursor : cursor
  const batch = { owner, from: progress.cursor, to, ids: entries.map(({ id }) => id), vectors }
  return { batch, isHeavy, isMore: isHeavy || hasMore }
}

interface Batch {
  readonly owner: UserId
  readonly from: Cursor
  readonly to: Cursor
  readonly ids: readonly number[]
  readonly vectors: readonly string[]
}

/**
 * Does nothing when somebody else was faster.
 * @returns false when somebody else holds the owner's state, such as who merges a large library, for half a minute perhaps
 */
async function store(database: PostgresDatabase, { owner, from, to, ids, vectors }: Batch): Promise<boolean> {
  return database.transaction(async (tx) => {
    await rawSql(tx, 'insert into search_state values ($1, 0, 0) on conflict do nothing', [owner])
    const [state] = await rawSql<{ revision: number; entry_id: number }>(
      tx,
      'select revision, entry_id from search_state where user_id = $1 for update skip locked',
      [owner],
    )
    if (!state) return false
    if (state.revision !== from.revision || state.entry_id !== from.entryId) return true
    if (ids.length > 0) await rawSql(tx, STORE, [owner, ids, vectors])
    await rawSql(tx, 'update search_state set revision = $2, entry_id = $3 where user_id = $1', [
      owner,
      to.revision,
      to.entryId,
    ])
    return true
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
