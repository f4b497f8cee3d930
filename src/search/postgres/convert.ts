import { setTimeout } from 'node:timers/promises'
import type { PostgresDatabase } from '../../db/postgres/postgres.ts'
import { rawSql } from '../../db/raw-sql.ts'

/** Entries converted by one statement, which a lock on them and the longest answer time bound. */
const BATCH = 100
/** How long to wait where other processes convert all rows that are left, before looking again. */
const LOCKED_MS = 50

/**
 * Moves rows that a version before migration 0023 wrote from `search_entry_old` into the index, with the lexeme of their
 * owner. Each batch is one statement, so it can stop anywhere and any number of processes may do it at the same time.
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

/**
 * `is_done` is of the moment before this batch. An entry that was changed meanwhile is in the index already. Both rows are
 * locked, so that neither a deletion of the entry nor a change of its words can come between.
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
