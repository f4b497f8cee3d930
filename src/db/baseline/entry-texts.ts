import type { ColumnTypes } from '../migrations/migration.ts'

/** The texts of entries, their addresses, and the pages from which they were made. */
export const entryTextTables = ({ int, blob, clustered, dialect }: ColumnTypes): string => `
-- Lists do not read the text, so it is in a table of its own.
create table entry_content (
  user_id ${int} not null,
  entry_id ${int} not null,
  content ${blob} not null,
  extractor_version ${int} not null,
  steps text,
  primary key (user_id, entry_id),
  foreign key (user_id, entry_id) references entry (user_id, id) on delete cascade
);

-- SHA-1 hashes of all spellings of an entry's addresses, by which clients look it up.
create table entry_address (
  user_id ${int} not null,
  hash ${blob} not null,
  entry_id ${int} not null,
  primary key (user_id, hash),
  foreign key (user_id, entry_id) references entry (user_id, id) on delete cascade
)${clustered};
create index entry_address_entry on entry_address (user_id, entry_id);

-- What a site answered, so that the text can be extracted again.
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
${dialect === 'postgres' ? COMPRESSION : ''}`

/**
 * By default, PostgreSQL compresses long values with pglz. lz4 reads three times as fast; servers built without lz4
 * keep pglz.
 */
const COMPRESSION = `
do $$ begin
  if exists (select from pg_settings where name = 'default_toast_compression' and 'lz4' = any (enumvals)) then
    alter table entry_content alter column content set compression lz4;
  end if;
end $$;
-- The body of a capture is already compressed.
alter table capture_body alter column body set storage external;
`
