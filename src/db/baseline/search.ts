import type { ColumnTypes } from '../migrations/migration.ts'

/**
 * The full-text index. Jobs in the background index the entries in the order of their revisions (src/search). Dogear's
 * own tokeniser produces the words.
 */
export const searchTables = ({ dialect }: ColumnTypes): string => (dialect === 'sqlite' ? SQLITE : POSTGRES)

const SQLITE = `
-- The revision up to which a user's entries are indexed.
create table search_state (
  user_id integer primary key references users (id) on delete cascade,
  revision integer not null,
  entry_id integer not null
) without rowid;

-- The row id is the id of the entry, and each word starts with a mark of its owner. content = '' stores the index, but
-- no second copy of the words.
create virtual table search_index using fts5 (
  title, people, address, notes, content,
  content = '', contentless_delete = 1, detail = full, tokenize = "ascii tokenchars '_.'"
);
create trigger search_index_entry_deleted after delete on entry begin
  delete from search_index where rowid = old.id;
end;
`

/**
 * Number of partitions of `search_entry`. With more partitions, the posting lists and rows of one search are closer
 * together on disk, but each partition adds five files.
 */
const PARTITIONS = 32

/**
 * The primary key of `search_entry` does not start with the owner. Otherwise, PostgreSQL would find all entries of the
 * owner by the key, and intersect them with the full-text index. `fastupdate` is off, because each search would have to
 * read the list of pending insertions (PostgreSQL's manual, section 65.4.4.1). See
 * docs/adr/0019-postgresql-full-text-search.md.
 */
const POSTGRES = `
-- The revision up to which a user's entries are indexed, and the largest id of an indexed entry.
create table search_state (
  user_id bigint primary key references users (id) on delete cascade,
  revision bigint not null,
  entry_id bigint not null,
  last_entry_id bigint not null default 0
);

-- The words of each entry, with a lexeme of its owner.
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
