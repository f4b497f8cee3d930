import type { Migration } from './migration.ts'

/** Indexes for further sort orders of lists, and deleted entries that can be restored for a while. */
export const lists: Migration = {
  name: '0015-lists',
  up: ({ int, blob, clustered }) => `
create index entry_published on entry (user_id, (coalesce(published_at, '')), id);
create index entry_title on entry (user_id, (substr(lower(coalesce(title, '')), 1, 200)), id);
create index entry_minutes on entry (user_id, reading_time, id);

create table trashed_entry (
  user_id ${int} not null references users (id) on delete cascade,
  entry_id ${int} not null,
  batch text not null,
  data ${blob} not null,
  deleted_at text not null,
  primary key (user_id, batch, entry_id)
)${clustered};
create index trashed_entry_age on trashed_entry (deleted_at);
`,
}
