import type { ColumnTypes } from '../migrations/migration.ts'

/**
 * Entries. The keys of all user data start with `user_id`. A sharded
 * PostgreSQL can then place a user's rows together, and every join between them stays on one shard (docs/scaling.md).
 */
export const entryTables = ({ id, ownerAndId, int, dialect }: ColumnTypes): string => `
create table entry (
  id ${id},
  user_id ${int} not null references users (id) on delete cascade,
  uid text,
  url text not null,
  given_url text,
  origin_url text,
  title text,
  title_set_at text,
  note text,
  note_set_at text,
  domain_name text,
  language text,
  mimetype text,
  preview_picture text,
  site_icon text,
  reading_time ${int} not null default 0,
  http_status text,
  headers text,
  published_at text,
  published_by text,
  is_archived ${int} not null default 0,
  archived_at text,
  archived_set_at text,
  is_starred ${int} not null default 0,
  starred_at text,
  starred_set_at text,
  is_not_parsed ${int} not null default 0,
  fetch_state text not null default 'none',
  fetch_reason text,
  fetch_failed_at text,
  fetch_generation ${int} not null default 0,
  given_fields text not null default '[]',
  created_at text not null,
  updated_at text not null,
  revision ${int} not null,
  ${ownerAndId}
);

${INDEXES}${dialect === 'sqlite' ? CONDITIONS : ''}`

const INDEXES = `
-- Lists in the order of their ids, and in that of the time at which entries were saved, which imports may set.
create index entry_archived on entry (user_id, is_archived, id);
create index entry_starred on entry (user_id, is_starred, id);
create index entry_saved on entry (user_id, created_at, id);
create index entry_archived_saved on entry (user_id, is_archived, created_at, id);
create index entry_starred_saved on entry (user_id, is_starred, created_at, id);

-- The other orders of lists. An empty text sorts in the same way on both databases; null does not.
create index entry_updated on entry (user_id, updated_at, id);
create index entry_archived_order on entry (user_id, (coalesce(archived_at, '')), id);
create index entry_published on entry (user_id, (coalesce(published_at, '')), id);
create index entry_title on entry (user_id, (substr(lower(coalesce(title, '')), 1, 200)), id);
create index entry_minutes on entry (user_id, reading_time, id, is_archived, is_starred);

-- Lists of one site or one language. They are counted without reading the rows of the table.
create index entry_domain on entry (user_id, domain_name, id, is_archived, is_starred);
create index entry_domain_saved on entry (user_id, domain_name, created_at, id, is_archived, is_starred);
create index entry_language on entry
  (user_id, (rtrim(substr(lower(language), 1, 3), '-_')), is_archived, created_at, id, is_starred, language);

create index entry_revision on entry (user_id, revision);
create index entry_uid on entry (uid) where uid is not null;
create index entry_noted on entry (user_id, (coalesce(note_set_at, created_at)), id) where note is not null;
-- Hosts whose pages could not be fetched.
create index entry_failing on entry (domain_name, fetch_failed_at, fetch_reason) where fetch_failed_at is not null;
`

/**
 * SQLite tests a user's entries in this index without reading their rows, in a tenth of the time. It is in the order of
 * the ids, because searches merge their results in this order.
 */
const CONDITIONS = `
-- The columns that most queries test.
create index entry_conditions on entry
  (user_id, id, is_archived, is_starred, reading_time, created_at, fetch_state, mimetype, url);
`
