import type { PoolClient } from 'pg'
import type { Database } from '../../src/db/database.ts'
import { isPostgres } from '../../src/db/open-database.ts'
import { searchVector } from '../../src/search/postgres/search-vector.ts'
import { storedContent, type FillOptions, type Item } from './fill-sqlite.ts'

/** Stores entries and their words. Indexes are dropped first and created again at the end, which is faster. */
export async function fillPostgres(
  database: Database,
  batches: Iterable<readonly Item[]>,
  { hasContent }: FillOptions,
): Promise<void> {
  await withoutTimeouts(database, async (client) => {
    await client.query("set maintenance_work_mem = '1GB'")
    await client.query('set synchronous_commit = off')
    // Turns off the checks of foreign keys, which take time. The generated rows are known to be valid.
    await client.query('set session_replication_role = replica')
    await withoutIndexes(client, ['entry', 'search_entry'], async () => {
      for (const items of batches) {
        await store(client, items)
        if (hasContent) await storeContents(client, items)
      }
    })
    // The triggers that count entries did not run either.
    await client.query(COUNTS)
    await client.query('vacuum analyze')
  })
}

/** Runs work on a separate connection, because some statements exceed the time limits of the pool. */
export async function withoutTimeouts(database: Database, work: (client: Connection) => Promise<void>): Promise<void> {
  if (!isPostgres(database)) throw new Error('not PostgreSQL')
  const { Client } = (await import('pg')).default
  const client = new Client({ connectionString: database.pool.options.connectionString })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

export type Connection = Pick<PoolClient, 'query'>

/** Runs work while the tables have no indexes, except those of their keys. */
export async function withoutIndexes(
  client: Connection,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; made: string }>(INDEXES, [tables])
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await work()
  // PostgreSQL's definition of an index on a partitioned table contains `ON ONLY`, which would leave out the
  // partitions.
  for (const { made } of rows) await client.query(made.replace(' ON ONLY ', ' ON '))
}

const INDEXES =
  'select indexname as name, indexdef as made from pg_indexes where tablename = any ($1) ' +
  "and indexname not in (select conname from pg_constraint where contype in ('p', 'u'))"

async function store(client: Connection, items: readonly Item[]): Promise<void> {
  const ids = items.map(({ entry }) => entry.id)
  const owners = items.map(({ owner }) => owner)
  const texts = (value: (item: Item) => string) => items.map(value)
  const times = texts(({ createdAt }) => createdAt)
  const urls = texts(({ entry }) => entry.url)
  await client.query(ENTRIES, [ids, owners, urls, texts(({ entry }) => entry.title), times])
  await client.query(WORDS, [ids, owners, times, texts(({ owner, entry }) => searchVector(owner, entry))])
}

async function storeContents(client: Connection, items: readonly Item[]): Promise<void> {
  const ids = items.map(({ entry }) => entry.id)
  const owners = items.map(({ owner }) => owner)
  await client.query(CONTENTS, [ids, owners, items.map(({ entry }) => storedContent(entry))])
}

const COUNTS =
  'insert into entry_count (user_id, unread, archive, starred) select user_id, count(*), 0, 0 from entry group by user_id'
const ENTRIES =
  'insert into entry (id, user_id, url, title, created_at, updated_at, revision) select id, owner, url, title, at, at, 0 ' +
  'from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[]) as made (id, owner, url, title, at)'
const WORDS =
  'insert into search_entry (user_id, entry_id, created_at, words) select owner, id, at, words::tsvector ' +
  'from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) as made (id, owner, at, words)'
const CONTENTS =
  'insert into entry_content (user_id, entry_id, content, extractor_version) select owner, id, content, 1 ' +
  'from unnest($1::bigint[], $2::bigint[], $3::bytea[]) as made (id, owner, content)'
