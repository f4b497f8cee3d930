import type { Migration } from './migration.ts'

/**
 * Number of partitions of `search_entry`. With more partitions, the posting lists and rows of one search are closer
 * together on disk, but each partition adds five files.
 */
const PARTITIONS = 32

/**
 * On PostgreSQL, a GIN index over the words of entries replaces Dogear's own index in ordinary tables
 * (docs/adr/0019-postgresql-full-text-search.md). The old rows stay in `search_entry_old`. Searches read them without
 * an index, until a job has moved them (src/search/postgres/convert-old-rows.ts).
 */
export const searchVectors: Migration = {
  name: '0023-search-vectors',
  up: ({ dialect }) => (dialect === 'sqlite' ? '' : POSTGRES),
}

/**
 * The primary key does not start with the owner. Otherwise, PostgreSQL would find all entries of the owner by the key,
 * and intersect them with the full-text index. `fastupdate` is off, because each search would have to read the list of
 * pending insertions (PostgreSQL's manual, section 65.4.4.1).
 */
const POSTGRES = `
drop trigger search_entry_deleted on search_entry;
drop function search_entry_deleted();
drop table search_page;
drop table search_segment;
drop table search_recent;
drop table search_gone;
alter table search_entry rename to search_entry_old;
alter table search_entry_old rename constraint search_entry_pkey to search_entry_old_pkey;
create table search_entry (
  user_id bigint not null,
  entry_id bigint not null,
  created_at text not null,
  words tsvector not null,
  primary key (entry_id, user_id),
  foreign key (user_id, entry_id) references entry (user_id, id) on delete cascade
) partition by hash (user_id);
${Array.from({ length: PARTITIONS }, (_, remainder) => partition(remainder)).join('\n')}
create index search_entry_words on search_entry using gin (words) with (fastupdate = off);
`

function partition(remainder: number): string {
  const name = `search_entry_${String(remainder).padStart(2, '0')}`
  return `create table ${name} partition of search_entry for values with (modulus ${PARTITIONS}, remainder ${remainder});`
}
