import type { ColumnTypes } from '../migrations/migration.ts'

/** What is needed to undo actions: the latest actions of each user, and deleted entries. */
export const undoTables = ({ id, ownerAndId, int, blob, clustered }: ColumnTypes): string => `
create table user_action (
  id ${id},
  user_id ${int} not null references users (id) on delete cascade,
  kind text not null,
  entries ${int} not null default 0,
  detail text not null,
  title text,
  created_at text not null,
  undone_at text,
  is_stopped ${int} not null default 0,
  ${ownerAndId}
);

-- The state of each entry before an action.
create table user_action_entry (
  user_id ${int} not null,
  action_id ${int} not null,
  entry_id ${int} not null,
  label text not null default '',
  before_at text,
  primary key (user_id, action_id, entry_id, label),
  foreign key (user_id, action_id) references user_action (user_id, id) on delete cascade
)${clustered};

-- Deleted entries with their rows in other tables. Entries that were deleted together share a batch.
create table trashed_entry (
  user_id ${int} not null references users (id) on delete cascade,
  entry_id ${int} not null,
  batch text not null,
  data ${blob} not null,
  deleted_at text not null,
  primary key (user_id, batch, entry_id)
)${clustered};
create index trashed_entry_age on trashed_entry (deleted_at);

-- The texts of deleted entries. SQL statements copy them, because passing thousands of texts through the program would
-- take too long.
create table trashed_content (
  user_id ${int} not null,
  batch text not null,
  entry_id ${int} not null,
  content ${blob} not null,
  extractor_version ${int} not null,
  steps text,
  primary key (user_id, batch, entry_id),
  foreign key (user_id, batch, entry_id) references trashed_entry (user_id, batch, entry_id) on delete cascade
);
`
