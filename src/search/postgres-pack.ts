import type { PostgresDatabase } from '../db/postgres/postgres.ts'
import { rawSql } from '../db/raw-sql.ts'
import type { Tx } from '../db/schema.ts'
import { arrayText } from './array-text.ts'
import type { Ask } from './changed-entries.ts'
import type { EntryWords } from './pack-words.ts'
import { mergePostgres } from './postgres-merge.ts'
import { addSegment, storePages } from './postgres-pages.ts'
import type { SearchPool } from './search-pool.ts'
import type { WordPage } from './word-page.ts'

/** Entries that may wait, those with long texts counting for more: a search reads the words of each. */
const MOST_WAITING = 60
/** Stored bytes of words that count like an entry. */
const BYTES = 2000
/** Entries taken into one segment, and what they weigh at most by `BYTES`: about 4 MB of words, as a thread has memory for. */
const AT_ONCE = 512
const MOST_WEIGHT = 2000
/** Entries that count no more, of which each search is told: so many, or so many parts of what is packed. */
const MOST_GONE = 200
const SHARE_GONE = 50

/**
 * @param hasMore many more are on their way; then more may wait, because larger segments are less work
 * @returns whether so many of the owner's entries wait to be taken into segments, or out of them, that it is time
 */
export async function isTimeToPack(ask: Ask, owner: number, hasMore: boolean): Promise<boolean> {
  const [row] = await ask<{ is_time: boolean }>(IS_TIME, [owner, hasMore ? AT_ONCE : MOST_WAITING])
  return row!.is_time
}

const IS_GONE_TIME = `(select count(*) from search_gone where user_id = $1) >=
  ${MOST_GONE} + coalesce((select sum(entries) from search_segment where user_id = $1), 0) / ${SHARE_GONE}`
const WEIGHT = `(1 + coalesce((
    select pg_column_size(words) from search_entry
    where search_entry.user_id = $1 and search_entry.entry_id = search_recent.entry_id
  ), 0) / ${BYTES})`
const IS_RECENT_TIME = `(select coalesce(sum(${WEIGHT}), 0) from search_recent where user_id = $1) >= $2`
const IS_TIME = `select ${IS_RECENT_TIME} or ${IS_GONE_TIME} as is_time`

/**
 * Takes some of the owner's entries that wait into a segment. A search sees all of it or nothing. Nothing is done while
 * somebody else does it.
 */
export async function packSome(database: PostgresDatabase, pool: SearchPool, owner: number): Promise<void> {
  await database.transaction(async (tx) => {
    // One at a time, and none while the index is forgotten.
    const states = await rawSql(tx, 'select from search_state where user_id = $1 for update skip locked', [owner])
    if (states.length === 0) return
    await packRecent(tx, pool, owner)
    await rawSql(tx, TOUCH, [owner])
    const [row] = await rawSql<{ is_all: boolean }>(tx, `select ${IS_GONE_TIME} as is_all`, [owner])
    await mergePostgres(tx, { pool, owner, isAll: row!.is_all })
  })
}

/** What searches remember goes by the transaction that wrote the state (src/search/postgres-sql.ts). */
const TOUCH = 'update search_state set entry_id = entry_id where user_id = $1'

async function packRecent(tx: Tx, pool: SearchPool, owner: number): Promise<void> {
  // Locked, so that whoever deletes one meanwhile waits, and then finds that it is in a segment.
  const recent = await rawSql<{ id: number }>(tx, RECENT, [owner])
  if (recent.length === 0) return
  const ids = arrayText(recent.map(({ id }) => id))
  const entries = await rawSql<EntryWords>(tx, WORDS, [owner, ids])
  const pages = (await pool.run({ kind: 'pack', entries })) as WordPage[]
  const segment = await addSegment(tx, owner, entries.length)
  await storePages(tx, { owner, segment, from: 0, pages })
  await rawSql(tx, 'delete from search_recent where user_id = $1 and entry_id = any($2::bigint[])', [owner, ids])
}

/** The first goes in whatever it weighs. */
const RECENT = `
  select entry_id as id from search_recent where user_id = $1 and entry_id in (
    select entry_id from (
      select entry_id, sum(weight) over (order by entry_id) - weight as before
      from (select entry_id, ${WEIGHT} as weight from search_recent where user_id = $1 order by entry_id limit ${AT_ONCE})
        as weighed
    ) as summed where before < ${MOST_WEIGHT}
  ) order by entry_id for update`
const WORDS =
  'select entry_id as id, words::text as words from search_entry where user_id = $1 and entry_id = any($2::bigint[])'
