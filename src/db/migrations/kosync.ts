import type { ColumnTypes } from './migration.ts'

/**
 * Adds the hashes of the keys for KOReader's progress sync, the hashes by which devices name the EPUBs of entries, and the
 * reading positions of devices. App passwords that exist already have no such key.
 */
export const kosync = ({ int, blob, clustered }: ColumnTypes): string => `
alter table app_password add column kosync_key_hash ${blob};
create index app_password_kosync_key on app_password (kosync_key_hash) where kosync_key_hash is not null;

-- An entry in the trash keeps its hashes, so entry_id is no foreign key.
create table epub_edition (
  user_id ${int} not null references users (id) on delete cascade,
  document ${blob} not null,
  entry_id ${int} not null,
  content_hash ${blob},
  layout ${blob},
  sent_at text not null,
  primary key (user_id, document)
)${clustered};
create index epub_edition_entry on epub_edition (user_id, entry_id, sent_at);

create table kosync_position (
  user_id ${int} not null references users (id) on delete cascade,
  document text not null,
  entry_id ${int},
  progress text not null,
  percentage double precision not null,
  device text not null,
  device_id text,
  updated_at text not null,
  primary key (user_id, document)
)${clustered};
create index kosync_position_entry on kosync_position (user_id, entry_id, updated_at);
create index kosync_position_age on kosync_position (user_id, updated_at);
`
