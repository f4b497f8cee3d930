import type { Migration } from './migration.ts'

/**
 * The largest id of an indexed entry of each user, on PostgreSQL. While an import waits to be indexed, a search for a
 * frequent word skips entries with larger ids (src/search/postgres/postgres-find.ts).
 */
export const lastIndexedEntry: Migration = {
  name: '0039-last-indexed-entry',
  up: ({ dialect }) => (dialect === 'sqlite' ? '' : POSTGRES),
}

const POSTGRES = `
alter table search_state add column last_entry_id bigint not null default 0;
update search_state set last_entry_id =
  coalesce((select max(id) from entry where entry.user_id = search_state.user_id), 0);
`
