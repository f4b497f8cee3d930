import type { Migration } from './migration.ts'

/**
 * On PostgreSQL, one GIN index over the words of entries in place of an index of our own in ordinary tables
 * (docs/adr/0019-postgresql-full-text-search.md). The rows of `search_entry` stay and are converted in the background
 * (src/search/postgres/convert.ts): `created_at` is null until then, and a search reads such rows without the index.
 */
export const searchVectors: Migration = {
  name: '0023-search-vectors',
  up: ({ dialect }) => (dialect === 'sqlite' ? '' : POSTGRES),
}

/**
 * Both indexes are partial, so that the migration itself takes a moment however many rows there are. The list of pending
 * insertions is off: each search would have to read it (PostgreSQL's manual, section 65.4.4.1).
 */
const POSTGRES = `
drop trigger search_entry_deleted on search_entry;
drop function search_entry_deleted();
drop table search_page;
drop table search_segment;
drop table search_recent;
drop table search_gone;
alter table search_entry add column created_at text;
create index search_entry_words on search_entry using gin (words) with (fastupdate = off) where created_at is not null;
create index search_entry_unconverted on search_entry (user_id) where created_at is null;
`
