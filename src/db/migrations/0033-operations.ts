import type { Migration } from './migration.ts'

/**
 * Operations of clients that were offline: results for repeated operations, temporary ids, and the time of each field's
 * last change, for merging concurrent changes (docs/sync.md).
 */
export const operations: Migration = {
  name: '0033-operations',
  up: ({ int, clustered }) => `
alter table entry add column archived_set_at text;
alter table entry add column starred_set_at text;
alter table entry add column title_set_at text;
alter table entry_tag add column added_at text;
alter table annotation add column text_set_at text;
alter table annotation add column color_set_at text;
alter table entry_progress add column started_at text;
alter table tombstone add column replaced_by ${int};

create table removed_member (
  user_id ${int} not null references users (id) on delete cascade,
  entry_id ${int} not null,
  kind text not null,
  name text not null,
  removed_at text not null,
  primary key (user_id, entry_id, kind, name)
)${clustered};
create index removed_member_age on removed_member (removed_at);

create table sync_operation (
  user_id ${int} not null references users (id) on delete cascade,
  operation text not null,
  result text not null,
  created_at text not null,
  primary key (user_id, operation)
)${clustered};
create index sync_operation_age on sync_operation (created_at);

create table temporary_id (
  user_id ${int} not null references users (id) on delete cascade,
  temporary text not null,
  kind text not null,
  object_id ${int} not null,
  created_at text not null,
  primary key (user_id, temporary)
)${clustered};
create index temporary_id_age on temporary_id (created_at);
`,
}
