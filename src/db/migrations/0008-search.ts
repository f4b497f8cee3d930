import type { Migration } from './migration.ts'

/**
 * The full-text index. Jobs in the background index the entries in the order of their revisions (src/search);
 * `search_state` contains the revision up to which a user's entries are indexed. Dogear's tokeniser produces the words,
 * and prefixes each word with a mark of its owner.
 */
export const search: Migration = {
  name: '0008-search',
  up: ({ int, clustered, dialect }) => `
create table search_state (
  user_id ${int} primary key references users (id) on delete cascade,
  revision ${int} not null,
  entry_id ${int} not null
)${clustered};
create index entry_created on entry (user_id, created_at, id);
${dialect === 'sqlite' ? SQLITE : POSTGRES}`,
}

/**
 * The row id is the id of the entry. `content = ''` stores the index, but no second copy of the words. The trigger
 * removes a deleted entry from the index at once.
 */
const SQLITE = `
create virtual table search_index using fts5 (
  title, people, address, notes, content,
  content = '', contentless_delete = 1, detail = full, tokenize = "ascii tokenchars '_.'"
);
create trigger search_index_entry_deleted after delete on entry begin
  delete from search_index where rowid = old.id;
end;
`

/**
 * Every word starts with its owner's mark, so the index needs no column for the owner. The words are not in the table
 * `entry`, so that the small rows of many hits are close together on disk.
 */
const POSTGRES = `
create table search_entry (
  user_id bigint not null,
  entry_id bigint not null,
  created_at text not null,
  words tsvector not null,
  primary key (user_id, entry_id),
  foreign key (user_id, entry_id) references entry (user_id, id) on delete cascade
);
alter table search_entry set (toast_tuple_target = 128);
create index search_entry_words on search_entry using gin (words);
`
