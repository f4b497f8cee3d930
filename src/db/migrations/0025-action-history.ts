import type { Migration } from './migration.ts'

/**
 * The latest actions of each user, with the state before each action, so that it can be undone. The text of deleted
 * entries is copied by SQL statements, because passing the texts of thousands of entries through the program would take
 * too long.
 */
export const actionHistory: Migration = {
  name: '0025-action-history',
  up: ({ id, int, blob, clustered, dialect }) => `
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
  ${dialect === 'postgres' ? 'primary key (user_id, id)' : 'unique (user_id, id)'}
);

create table user_action_entry (
  user_id ${int} not null,
  action_id ${int} not null,
  entry_id ${int} not null,
  label text not null default '',
  before_at text,
  primary key (user_id, action_id, entry_id, label),
  foreign key (user_id, action_id) references user_action (user_id, id) on delete cascade
)${clustered};

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
`,
}
