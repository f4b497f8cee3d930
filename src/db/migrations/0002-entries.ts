import type { Migration } from './migration.ts'

/**
 * The keys of all user data start with `user_id`. A sharded PostgreSQL can then place a user's rows together, and every
 * join between them stays on one shard. See docs/scaling.md.
 */
export const entries: Migration = {
  name: '0002-entries',
  up: ({ id, int, blob, clustered, dialect }) => `
create table entry (
  id ${id},
  user_id ${int} not null references users (id) on delete cascade,
  uid text,
  url text not null,
  given_url text,
  origin_url text,
  title text,
  domain_name text,
  language text,
  mimetype text,
  preview_picture text,
  reading_time ${int} not null default 0,
  http_status text,
  headers text,
  published_at text,
  published_by text,
  is_archived ${int} not null default 0,
  archived_at text,
  is_starred ${int} not null default 0,
  starred_at text,
  is_not_parsed ${int} not null default 0,
  fetch_state text not null default 'none',
  fetch_reason text,
  fetch_generation ${int} not null default 0,
  given_fields text not null default '[]',
  created_at text not null,
  updated_at text not null,
  revision ${int} not null,
  ${dialect === 'postgres' ? 'primary key (user_id, id)' : 'unique (user_id, id)'}
);
create index entry_archived on entry (user_id, is_archived, id);
create index entry_starred on entry (user_id, is_starred, id);
create index entry_updated on entry (user_id, updated_at, id);
create index entry_archived_at on entry (user_id, archived_at, id);
create index entry_domain on entry (user_id, domain_name, id);
create index entry_revision on entry (user_id, revision);
create index entry_uid on entry (uid) where uid is not null;

create table entry_content (
  user_id ${int} not null,
  entry_id ${int} not null,
  content ${blob} not null,
  extractor_version ${int} not null,
  steps text,
  primary key (user_id, entry_id),
  foreign key (user_id, entry_id) references entry (user_id, id) on delete cascade
);

create table entry_address (
  user_id ${int} not null,
  hash ${blob} not null,
  entry_id ${int} not null,
  primary key (user_id, hash),
  foreign key (user_id, entry_id) references entry (user_id, id) on delete cascade
)${clustered};
create index entry_address_entry on entry_address (user_id, entry_id);

create table tag (
  id ${id},
  user_id ${int} not null references users (id) on delete cascade,
  label text${dialect === 'postgres' ? ' collate "C"' : ''} not null,
  slug text not null,
  ${dialect === 'postgres' ? 'primary key (user_id, id)' : 'unique (user_id, id)'},
  unique (user_id, label),
  unique (user_id, slug)
);

create table entry_tag (
  user_id ${int} not null,
  entry_id ${int} not null,
  tag_id ${int} not null,
  primary key (user_id, entry_id, tag_id),
  foreign key (user_id, entry_id) references entry (user_id, id) on delete cascade,
  foreign key (user_id, tag_id) references tag (user_id, id) on delete cascade
)${clustered};
create index entry_tag_tag on entry_tag (user_id, tag_id, entry_id);

create table annotation (
  id ${id},
  user_id ${int} not null,
  entry_id ${int} not null,
  text text not null,
  quote text not null,
  ranges text not null,
  created_at text not null,
  updated_at text not null,
  ${dialect === 'postgres' ? 'primary key (user_id, id)' : 'unique (user_id, id)'},
  foreign key (user_id, entry_id) references entry (user_id, id) on delete cascade
);
create index annotation_entry on annotation (user_id, entry_id, id);

create table tombstone (
  user_id ${int} not null references users (id) on delete cascade,
  kind text not null,
  object_id ${int} not null,
  revision ${int} not null,
  deleted_at text not null,
  primary key (user_id, kind, object_id)
)${clustered};
create index tombstone_revision on tombstone (user_id, revision);

create table capture (
  user_id ${int} not null,
  entry_id ${int} not null,
  url text not null,
  status ${int} not null,
  headers text not null,
  content_type text,
  body_sha256 ${blob} not null,
  fetched_at text not null,
  primary key (user_id, entry_id),
  foreign key (user_id, entry_id) references entry (user_id, id) on delete cascade
)${clustered};
create index capture_by_body on capture (user_id, body_sha256);

create table capture_body (
  user_id ${int} not null references users (id) on delete cascade,
  sha256 ${blob} not null,
  size ${int} not null,
  body ${blob} not null,
  primary key (user_id, sha256)
);
${dialect === 'postgres' ? FASTER_CONTENT : ''}`,
}

/**
 * By default, PostgreSQL compresses long values with pglz. lz4 reads three times as fast; servers built without lz4
 * keep pglz. The body of a capture is already compressed.
 */
const FASTER_CONTENT = `
do $$ begin
  if exists (select from pg_settings where name = 'default_toast_compression' and 'lz4' = any (enumvals)) then
    alter table entry_content alter column content set compression lz4;
  end if;
end $$;
alter table capture_body alter column body set storage external;
`
