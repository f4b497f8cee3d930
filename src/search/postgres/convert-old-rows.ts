import { setTimeout } from 'node:timers/promises'
import type { PostgresDatabase } from '../../db/postgres/postgres.ts'
import { rawSql } from '../../db/raw-sql.ts'

/** Maximum number of entries that one statement converts. They stay locked while the statement runs. */
const BATCH_SIZE = 100
/** Milliseconds before the next check if other processes have locked all remaining rows. */
const LOCKED_MS = 50

/**
 * Moves rows written before migration 0023 from `search_entry_old` into the index, and adds the lexeme of their owner.
 * Each batch is a single statement, so the work can stop at any time and can be shared by several processes.
 * @param limitMs approximate time limit; a later call continues the work
 * @returns true if all rows are converted
 */
export async function convertOldRows(database: PostgresDatabase, limitMs: number): Promise<boolean> {
  const until = performance.now() + limitMs
  for (;;) {
    const [state] = await database.transaction((tx) =>
      rawSql<{ converted: number; is_done: boolean }>(tx, CONVERT_SQL, []),
    )
    if (state!.is_done) return true
    // If nothing was converted, other processes have locked all remaining rows.
    if (state!.converted === 0) await setTimeout(LOCKED_MS)
    if (performance.now() > until) return false
  }
}

/**
 * Converts a batch. `is_done` is true if there were no old rows before it. If an entry has changed since its old row
 * was written, the index already contains the entry, and the old row is only deleted. The locks keep other transactions
 * from deleting the entry or changing its words in the meantime.
 */
const CONVERT_SQL = `
  with old as materialized (
    select search_entry_old.user_id, entry_id, words, entry.created_at from search_entry_old
    join entry on entry.user_id = search_entry_old.user_id and entry.id = entry_id
    limit ${BATCH_SIZE} for update of search_entry_old skip locked for key share of entry skip locked
  ), deleted as (
    delete from search_entry_old using old
    where search_entry_old.user_id = old.user_id and search_entry_old.entry_id = old.entry_id
  ), converted as (
    insert into search_entry (user_id, entry_id, created_at, words)
    select user_id, entry_id, created_at, ('_' || user_id)::tsvector || words from old
    on conflict (entry_id, user_id) do nothing
  )
  select (select count(*) from old) as converted, not exists (select from search_entry_old) as is_done`
