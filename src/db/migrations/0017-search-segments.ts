import type { Migration } from './migration.ts'

/**
 * Replaces the GIN index on PostgreSQL by pages of words in ordinary tables, which migration 0023 drops again. The GIN
 * index leads to rows, and reading a row for every hit of a frequent word took most of the time of a search. The words
 * of the old index are kept, and converted to pages in the background.
 */
export const searchSegments: Migration = {
  name: '0017-search-segments',
  up: ({ dialect }) => (dialect === 'sqlite' ? '' : TABLES + CONVERT + TRIGGER),
}

/**
 * - `search_entry`: the words of every entry, for ranking and for detecting changes of the words
 * - `search_recent`: entries that are in no segment yet
 * - `search_segment`: segments of a user, each of which contains the words of several entries. A later segment has a
 *   higher number, and a merged segment has a higher level.
 * - `search_page`: pages of a segment, in the order of their words. If pages have the same first word, a later page has
 *   a higher `page`.
 * - `search_gone`: entries that were deleted or changed. Searches ignore their words in segments whose number is less
 *   than `below`.
 */
const TABLES = `
drop index search_entry_words;
alter table search_entry drop column created_at;
do $$ begin
  if exists (select from pg_settings where name = 'default_toast_compression' and 'lz4' = any (enumvals)) then
    alter table search_entry alter column words set compression lz4;
  end if;
end $$;
create table search_segment (
  user_id bigint not null references users (id) on delete cascade,
  segment bigint not null,
  level bigint not null,
  entries bigint not null,
  primary key (user_id, segment)
);
create table search_page (
  user_id bigint not null,
  segment bigint not null,
  first_word text collate "C" not null,
  page bigint not null,
  ids bytea not null,
  places bytea not null,
  primary key (user_id, segment, first_word, page),
  foreign key (user_id, segment) references search_segment (user_id, segment) on delete cascade
);
alter table search_page alter column ids set storage main;
alter table search_page alter column places set storage main;
create table search_recent (
  user_id bigint not null references users (id) on delete cascade,
  entry_id bigint not null,
  primary key (user_id, entry_id)
);
create table search_gone (
  user_id bigint not null references users (id) on delete cascade,
  entry_id bigint not null,
  below bigint not null,
  primary key (user_id, entry_id)
);
`

/**
 * Removes the owner's mark from the start of each word of the old index. The reset of `search_state` makes the index
 * job process the entries of all users again.
 */
const CONVERT = `
update search_entry set words = regexp_replace(words::text, '''[0-9a-z]+_', '''', 'g')::tsvector;
insert into search_recent select user_id, entry_id from search_entry;
update search_state set entry_id = 0;
`

/**
 * For a deleted entry, `below` has the highest possible value, so that searches ignore the entry in all segments. When
 * an account is deleted, all its rows are deleted too, so the trigger records nothing.
 */
const TRIGGER = `
create function search_entry_deleted() returns trigger language plpgsql as $$
begin
  delete from search_recent where user_id = old.user_id and entry_id = old.entry_id;
  if not found and exists (select from users where id = old.user_id) then
    insert into search_gone values (old.user_id, old.entry_id, ${Number.MAX_SAFE_INTEGER})
    on conflict (user_id, entry_id) do update set below = excluded.below;
  end if;
  return null;
end $$;
create trigger search_entry_deleted after delete on search_entry
for each row execute function search_entry_deleted();
`
