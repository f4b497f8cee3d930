import type { Migration } from './migration.ts'

/**
 * With these indexes, the database counts and sorts lists of one site or one tag without reading the rows of `entry`.
 * For that, each row of `entry_tag` repeats whether its entry is archived and starred. Triggers keep these columns up
 * to date.
 */
export const narrowLists: Migration = {
  name: '0021-narrow-lists',
  up: ({ int, dialect }) => `
drop index entry_domain;
create index entry_domain on entry (user_id, domain_name, id, is_archived, is_starred);

alter table entry_tag add column is_archived ${int} not null default 0;
alter table entry_tag add column is_starred ${int} not null default 0;
update entry_tag set
  is_archived = (select entry.is_archived from entry where entry.user_id = entry_tag.user_id and entry.id = entry_tag.entry_id),
  is_starred = (select entry.is_starred from entry where entry.user_id = entry_tag.user_id and entry.id = entry_tag.entry_id)
  where exists (select 1 from entry where entry.user_id = entry_tag.user_id and entry.id = entry_tag.entry_id
    and (entry.is_archived <> 0 or entry.is_starred <> 0));
drop index entry_tag_tag;
create index entry_tag_tag on entry_tag (user_id, tag_id, entry_id, is_archived, is_starred);
${dialect === 'sqlite' ? SQLITE : POSTGRES}`,
}

const IS_CHANGED = 'old.is_archived <> new.is_archived or old.is_starred <> new.is_starred'

const SQLITE = `
create trigger entry_tag_marked after insert on entry_tag
  when exists (select 1 from entry where user_id = new.user_id and id = new.entry_id
    and (is_archived <> new.is_archived or is_starred <> new.is_starred)) begin
  update entry_tag set (is_archived, is_starred) =
      (select is_archived, is_starred from entry where user_id = new.user_id and id = new.entry_id)
    where user_id = new.user_id and entry_id = new.entry_id and tag_id = new.tag_id;
end;
create trigger entry_tag_followed after update of is_archived, is_starred on entry when ${IS_CHANGED} begin
  update entry_tag set is_archived = new.is_archived, is_starred = new.is_starred
    where user_id = new.user_id and entry_id = new.id;
end;
`

const POSTGRES = `
create function entry_tag_marked() returns trigger language plpgsql as $$ begin
  update entry_tag set is_archived = entry.is_archived, is_starred = entry.is_starred
    from added join entry on entry.user_id = added.user_id and entry.id = added.entry_id
    where entry_tag.user_id = added.user_id and entry_tag.entry_id = added.entry_id and entry_tag.tag_id = added.tag_id
      and (entry.is_archived <> added.is_archived or entry.is_starred <> added.is_starred);
  return null;
end $$;
create function entry_tag_followed() returns trigger language plpgsql as $$ begin
  update entry_tag set is_archived = new.is_archived, is_starred = new.is_starred
    where user_id = new.user_id and entry_id = new.id;
  return null;
end $$;
create trigger entry_tag_marked after insert on entry_tag referencing new table as added
  for each statement execute function entry_tag_marked();
create trigger entry_tag_followed after update of is_archived, is_starred on entry
  for each row when (${IS_CHANGED}) execute function entry_tag_followed();
`
