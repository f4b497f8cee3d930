import type { ColumnTypes } from '../migrations/migration.ts'

/** Triggers update the counts at every insert, update and delete of an entry. */
export const entryCountTables = ({ int, clustered, dialect }: ColumnTypes): string => `
-- The number of entries in each list of a user.
create table entry_count (
  user_id ${int} primary key references users (id) on delete cascade,
  unread ${int} not null,
  archive ${int} not null,
  starred ${int} not null
)${clustered};
${dialect === 'sqlite' ? SQLITE_TRIGGERS : POSTGRES_TRIGGERS}`

const ADD = `on conflict (user_id) do update set
    unread = entry_count.unread + excluded.unread,
    archive = entry_count.archive + excluded.archive,
    starred = entry_count.starred + excluded.starred`

const CHANGE = `update entry_count set
    unread = unread + old.is_archived - new.is_archived,
    archive = archive + new.is_archived - old.is_archived,
    starred = starred + new.is_starred - old.is_starred
  where user_id = new.user_id`

const IS_CHANGED = 'old.is_archived <> new.is_archived or old.is_starred <> new.is_starred'

const SQLITE_TRIGGERS = `
create trigger entry_count_inserted after insert on entry begin
  insert into entry_count (user_id, unread, archive, starred)
    values (new.user_id, 1 - new.is_archived, new.is_archived, new.is_starred)
    ${ADD};
end;
create trigger entry_count_changed after update of is_archived, is_starred on entry when ${IS_CHANGED} begin
  ${CHANGE};
end;
create trigger entry_count_deleted after delete on entry begin
  update entry_count set
    unread = unread - 1 + old.is_archived,
    archive = archive - old.is_archived,
    starred = starred - old.is_starred
  where user_id = old.user_id;
end;
`

/**
 * The triggers for inserts and deletes run once per statement and update `entry_count` once. Each update of a row
 * leaves an old version behind, and many old versions from one transaction make the row slow to find.
 */
const POSTGRES_TRIGGERS = `
create function entry_count_inserted() returns trigger language plpgsql as $$ begin
  insert into entry_count (user_id, unread, archive, starred)
    select user_id, sum(1 - is_archived), sum(is_archived), sum(is_starred) from added group by user_id
    ${ADD};
  return null;
end $$;
create function entry_count_changed() returns trigger language plpgsql as $$ begin
  ${CHANGE};
  return null;
end $$;
create function entry_count_deleted() returns trigger language plpgsql as $$ begin
  update entry_count set
    unread = entry_count.unread - gone.unread,
    archive = entry_count.archive - gone.archive,
    starred = entry_count.starred - gone.starred
  from (
    select user_id, sum(1 - is_archived) as unread, sum(is_archived) as archive, sum(is_starred) as starred
    from removed group by user_id
  ) as gone
  where entry_count.user_id = gone.user_id;
  return null;
end $$;
create trigger entry_count_inserted after insert on entry referencing new table as added
  for each statement execute function entry_count_inserted();
create trigger entry_count_changed after update of is_archived, is_starred on entry
  for each row when (${IS_CHANGED}) execute function entry_count_changed();
create trigger entry_count_deleted after delete on entry referencing old table as removed
  for each statement execute function entry_count_deleted();
`
