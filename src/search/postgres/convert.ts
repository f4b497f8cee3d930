import { setTimeout } from 'node:timers/promises'
import type { PostgresDatabase } from '../../db/postgres.ts'
import { rawSql } from '../../db/raw-sql.ts'
import { SHARDS } from './search-vector.ts'

/** Entries converted by one statement, which a lock on them and the longest answer time bound. */
const BATCH = 50
/** How long to wait where other processes convert all rows that are left, before looking again. */
const LOCKED_MS = 50

/**
 * Brings rows that a version before migration 0023 wrote into the present form: their lexemes have no prefix and no owner.
 * Each batch is one statement, so it can stop anywhere and any number of processes may do it at the same time.
 * @param limitMs after about this time it stops, and can be called again
 * @returns whether no such row is left
 */
export async function convertOldRows(database: PostgresDatabase, limitMs: number): Promise<boolean> {
  const until = performance.now() + limitMs
  for (;;) {
    const [state] = await database.transaction((tx) => rawSql<{ converted: number; is_done: boolean }>(tx, CONVERT, []))
    if (state!.is_done) return true
    // Rows that another process has locked are left to it.
    if (state!.converted === 0) await setTimeout(LOCKED_MS)
    if (performance.now() > until) return false
  }
}

/** Lexemes contain no blanks and no quotes, so the text of a `tsvector` has ` '` only before each of them. */
const CONVERT = `
  with old as materialized (
    select user_id, entry_id from search_entry where created_at is null
    limit ${BATCH} for update skip locked
  ), converted as (
    update search_entry set created_at = entry.created_at, words = (
      '''_' || old.user_id || ''' ' || replace(' ' || words::text, ' ''', ' ''' || substr('${SHARDS}', (old.user_id % ${SHARDS.length})::integer + 1, 1) || '_')
    )::tsvector
    from old join entry on entry.user_id = old.user_id and entry.id = old.entry_id
    where search_entry.user_id = old.user_id and search_entry.entry_id = old.entry_id
    returning 1
  )
  select (select count(*) from converted) as converted,
    not exists (select from search_entry where created_at is null) as is_done`
