import { setTimeout } from 'node:timers/promises'
import type { PostgresDatabase } from '../../db/postgres/postgres.ts'
import { rawSql } from '../../db/raw-sql.ts'

/** Entries converted by one statement, limited by the lock on them and the response timeout. */
const BATCH = 100
/** Pause before the next check while other processes convert all remaining rows, in milliseconds. */
const LOCKED_MS = 50

/**
 * Moves rows written before migration 0023 from `search_entry_old` into the index, with the lexeme of their owner. Each
 * batch is one statement, so it can stop anywhere and any number of processes may do it at the same time.
 * @param limitMs approximate time limit; it can be called again
 * @returns whether all rows are converted
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

/**
 * `is_done` describes the moment before this batch. An entry that was changed meanwhile is already in the index. Both
 * rows are locked, so that neither a deletion of the entry nor a change of its words can come between.
 */
const CONVERT = `
  with old as materialized (
    select search_entry_old.user_id, entry_id, words, entry.created_at from search_entry_old
    join entry on entry.user_id = search_entry_old.user_id and entry.id = entry_id
    limit ${BATCH} for update of search_entry_old skip locked for key share of entry skip locked
  ), deleted as (
    delete from search_entry_old using old
    where search_entry_old.user_id = old.user_id and search_entry_old.entry_id = old.entry_id
  ), converted as (
    insert into search_entry (user_id, entry_id, created_at, words)
    select user_id, entry_id, created_at, ('_' || user_id)::tsvector || words from old
    on conflict (entry_id, user_id) do nothing
  )
  select (select count(*) from old) as converted, not exists (select from search_entry_old) as is_done`
