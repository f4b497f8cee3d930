import type { ColumnTypes } from '../migrations/migration.ts'

/** What clients that were offline need to follow changes and to send their own (docs/sync.md). */
export const syncTables = ({ int, blob, clustered }: ColumnTypes): string => `
-- Deleted objects. replaced_by: the entry into which a deleted entry was merged.
create table tombstone (
  user_id ${int} not null references users (id) on delete cascade,
  kind text not null,
  object_id ${int} not null,
  revision ${int} not null,
  replaced_by ${int},
  deleted_at text not null,
  primary key (user_id, kind, object_id)
)${clustered};
create index tombstone_revision on tombstone (user_id, revision);
create index tombstone_age on tombstone (deleted_at);

-- Tags and collections that were removed from an entry, for merging with a later or earlier addition.
create table removed_member (
  user_id ${int} not null references users (id) on delete cascade,
  entry_id ${int} not null,
  kind text not null,
  name text not null,
  removed_at text not null,
  primary key (user_id, entry_id, kind, name)
)${clustered};
create index removed_member_age on removed_member (removed_at);

-- Results of operations, for operations that are sent again.
create table sync_operation (
  user_id ${int} not null references users (id) on delete cascade,
  operation text not null,
  result text not null,
  created_at text not null,
  primary key (user_id, operation)
)${clustered};
create index sync_operation_age on sync_operation (created_at);

-- Ids that clients gave to new objects while they were offline.
create table temporary_id (
  user_id ${int} not null references users (id) on delete cascade,
  temporary text not null,
  kind text not null,
  object_id ${int} not null,
  created_at text not null,
  primary key (user_id, temporary)
)${clustered};
create index temporary_id_age on temporary_id (created_at);

-- Responses to requests with an Idempotency-Key, for answering the same request again.
create table stored_response (
  user_id ${int} not null references users (id) on delete cascade,
  request_key text not null,
  fingerprint text not null,
  started_at text not null,
  status ${int},
  headers text,
  body ${blob},
  primary key (user_id, request_key)
);
create index stored_response_age on stored_response (started_at);
`
