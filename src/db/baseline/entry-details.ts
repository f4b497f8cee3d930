import type { ColumnTypes } from '../migrations/migration.ts'

const IS_CHANGED = 'old.is_archived <> new.is_archived or old.is_starred <> new.is_starred'

/** What users add to their entries: tags, annotations, and the place where they stopped reading. */
export const entryDetailTables = ({ id, ownerAndId, int, clustered, dialect }: ColumnTypes): string => `
create table tag (
  id ${id},
  user_id ${int} not null references users (id) on delete cascade,
  label text${dialect === 'postgres' ? ' collate "C"' : ''} not null,
  slug text not null,
  ${ownerAndId},
  unique (user_id, label),
  unique (user_id, slug)
);

-- is_archived and is_starred repeat the entry's, so that lists of a tag are counted and sorted without reading entries.
create table entry_tag (
  user_id ${int} not null,
  entry_id ${int} not null,
  tag_id ${int} not null,
  added_at text,
  is_archived ${int} not null default 0,
  is_starred ${int} not null default 0,
  primary key (user_id, entry_id, tag_id),
  foreign key (user_id, entry_id) references entry (user_id, id) on delete cascade,
  foreign key (user_id, tag_id) references tag (user_id, id) on delete cascade
)${clustered};
create index entry_tag_tag on entry_tag (user_id, tag_id, entry_id, is_archived, is_starred);
${dialect === 'sqlite' ? SQLITE_TRIGGERS : POSTGRES_TRIGGERS}
create table annotation (
  id ${id},
  user_id ${int} not null,
  entry_id ${int} not null,
  text text not null,
  text_set_at text,
  quote text not null,
  ranges text not null,
  color text not null default 'yellow',
  color_set_at text,
  created_at text not null,
  updated_at text not null,
  ${ownerAndId},
  foreign key (user_id, entry_id) references entry (user_id, id) on delete cascade
);
create index annotation_entry on annotation (user_id, entry_id, id);
create index annotation_made on annotation (user_id, created_at, id);

-- updated_at is the time on the reading device, if that is plausible.
create table entry_progress (
  user_id ${int} not null,
  entry_id ${int} not null,
  block ${int} not null,
  share double precision not null,
  started_at text,
  revision ${int} not null,
  updated_at text not null,
  primary key (user_id, entry_id),
  foreign key (user_id, entry_id) references entry (user_id, id) on delete cascade
)${clustered};
create index entry_progress_revision on entry_progress (user_id, revision);
`

const SQLITE_TRIGGERS = `
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

const POSTGRES_TRIGGERS = `
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
