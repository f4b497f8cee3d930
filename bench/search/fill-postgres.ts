import type { PoolClient } from 'pg'
import type { Database } from '../../src/db/database.ts'
import { isPostgres } from '../../src/db/open-database.ts'
import type { PostgresDatabase } from '../../src/db/postgres/postgres.ts'
import { isTimeToPack, packSome } from '../../src/search/postgres-pack.ts'
import { openSearchPool, type SearchPool } from '../../src/search/search-pool.ts'
import type { Item } from './fill-sqlite.ts'

/** Entries of the reader that are left waiting, about as many as there are on average. */
const WAITING = 30

interface Filling {
  readonly reader: number
  readonly batches: Iterable<readonly Item[]>
}

/**
 * Stores entries and their words. Indexes of the entries are made when the rows are in; the words of the reader are
 * packed as they are in a running service.
 */
export async function fillPostgres(database: Database, { reader, batches }: Filling): Promise<void> {
  if (!isPostgres(database)) throw new Error('not PostgreSQL')
  const pool = openSearchPool()
  const client = await database.pool.connect()
  try {
    await client.query("set statement_timeout = 0; set maintenance_work_mem = '1GB'")
    // The rows are known to be right: no foreign keys are looked at.
    await client.query('set session_replication_role = replica')
    await withoutIndexes(client, () => storeAll(client, pool, batches))
    await packReader(database, pool, reader)
    await client.query('vacuum analyze')
  } finally {
    client.release(true)
    await pool.close()
  }
}

async function withoutIndexes(client: PoolClient, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; made: string }>(INDEXES)
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await work()
  for (const { made } of rows) await client.query(made)
}

const INDEXES =
  "select indexname as name, indexdef as made from pg_indexes where tablename = 'entry' and indexname not in " +
  "(select conname from pg_constraint where conrelid = 'entry'::regclass)"

/** The words of a batch are made while the one before is stored. */
async function storeAll(client: PoolClient, pool: SearchPool, batches: Iterable<readonly Item[]>): Promise<void> {
  let stored = Promise.resolve()
  for (const items of batches) {
    const [vectors] = await Promise.all([
      pool.run({ kind: 'vectors', entries: items.map(({ entry }) => entry) }) as Promise<string[]>,
      stored,
    ])
    stored = store(client, items, vectors)
  }
  await stored
}

async function store(client: PoolClient, items: readonly Item[], vectors: readonly string[]): Promise<void> {
  const ids = items.map(({ entry }) => entry.id)
  const owners = items.map(({ owner }) => owner)
  const texts = (value: (item: Item) => string) => items.map(value)
  const times = texts(({ createdAt }) => createdAt)
  const urls = texts(({ entry }) => entry.url)
  await client.query(ENTRIES, [ids, owners, urls, texts(({ entry }) => entry.title), times])
  await client.query(WORDS, [ids, owners, vectors])
}

const ENTRIES =
  'insert into entry (id, user_id, url, title, created_at, updated_at, revision) select id, owner, url, title, at, at, 0 ' +
  'from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[]) as made (id, owner, url, title, at)'
const WORDS = `
  with stored as (
    insert into search_entry (user_id, entry_id, words) select owner, id, words::tsvector
    from unnest($1::bigint[], $2::bigint[], $3::text[]) as made (id, owner, words) returning user_id, entry_id
  )
  insert into search_recent select user_id, entry_id from stored`

async function packReader(database: PostgresDatabase, pool: SearchPool, reader: number): Promise<void> {
  const since = performance.now()
  const ask = <Row>(sql: string, parameters: readonly unknown[]) =>
    database.pool.query(sql, [...parameters]).then(({ rows }) => rows as Row[])
  await ask('insert into search_state values ($1, 0, $2)', [reader, Number.MAX_SAFE_INTEGER])
  await ask(HELD_BACK, [reader])
  for (let isDone = false; !isDone;) {
    await packSome(database, pool, reader)
    isDone = !(await isTimeToPack(ask, reader, true))
  }
  await packSome(database, pool, reader)
  await ask(GIVEN_BACK, [reader])
  console.log(`the reader's words packed in ${((performance.now() - since) / 1000).toFixed(0)} s`)
}

const LAST = `select entry_id from search_entry where user_id = $1 order by entry_id desc limit ${WAITING}`
const HELD_BACK = `delete from search_recent where user_id = $1 and entry_id in (${LAST})`
const GIVEN_BACK = `insert into search_recent select $1, entry_id from (${LAST}) as last`
