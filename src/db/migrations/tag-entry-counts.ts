import type { ColumnTypes } from './migration.ts'

/**
 * Adds the number of entries to each tag, so that the list of tags does not count them. Triggers keep it up to date, in
 * the transaction of each change.
 */
export const tagEntryCounts = ({ int, dialect }: ColumnTypes): string => `
alter table tag add column entry_count ${int} not null default 0;
update tag set entry_count =
  (select count(*) from entry_tag where entry_tag.user_id = tag.user_id and entry_tag.tag_id = tag.id);
${dialect === 'sqlite' ? SQLITE_TRIGGERS : POSTGRES_TRIGGERS}`

/** An update of `entry_tag` never changes the tag or the entry of a row. */
const SQLITE_TRIGGERS = `
create trigger tag_entry_added after insert on entry_tag begin
  update tag set entry_count = entry_count + 1 where id = new.tag_id;
end;
create trigger tag_entry_removed after delete on entry_tag begin
  update tag set entry_count = entry_count - 1 where id = old.tag_id;
end;
`

/** The triggers run once per statement, for the reason given in src/db/baseline/entry-counts.ts. */
const POSTGRES_TRIGGERS = `
create function tag_entry_added() returns trigger language plpgsql as $$ begin
  update tag set entry_count = tag.entry_count + counted.entries
  from (select user_id, tag_id, count(*) as entries from added group by user_id, tag_id) as counted
  where tag.user_id = counted.user_id and tag.id = counted.tag_id;
  return null;
end $$;
create function tag_entry_removed() returns trigger language plpgsql as $$ begin
  update tag set entry_count = tag.entry_count - counted.entries
  from (select user_id, tag_id, count(*) as entries from removed group by user_id, tag_id) as counted
  where tag.user_id = counted.user_id and tag.id = counted.tag_id;
  return null;
end $$;
create trigger tag_entry_added after insert on entry_tag referencing new table as added
  for each statement execute function tag_entry_added();
create trigger tag_entry_removed after delete on entry_tag referencing old table as removed
  for each statement execute function tag_entry_removed();
`
