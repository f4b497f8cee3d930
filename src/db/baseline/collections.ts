import type { ColumnTypes } from '../migrations/migration.ts'

/** Collections of entries. */
export const collectionTables = ({ id, ownerAndId, int, clustered }: ColumnTypes): string => `
-- A collection with a query contains the entries that match it; one without a query contains hand-picked entries.
-- set_times: the time of the last change of each field, for merging concurrent changes (docs/sync.md).
create table collection (
  id ${id},
  user_id ${int} not null references users (id) on delete cascade,
  name text not null,
  name_key text not null,
  icon text not null,
  query text not null default '',
  sort text not null,
  layout text,
  is_pinned ${int} not null default 1,
  position ${int} not null,
  public_id text,
  is_indexable ${int} not null default 0,
  set_times text not null default '{}',
  created_at text not null,
  updated_at text not null,
  revision ${int} not null,
  ${ownerAndId},
  unique (user_id, name_key)
);
create index collection_public_id on collection (public_id) where public_id is not null;
create index collection_revision on collection (user_id, revision);

-- Hand-picked entries, in the user's order.
create table collection_entry (
  user_id ${int} not null,
  collection_id ${int} not null,
  entry_id ${int} not null,
  position ${int} not null,
  added_at text not null,
  moved_at text,
  primary key (user_id, collection_id, entry_id),
  foreign key (user_id, collection_id) references collection (user_id, id) on delete cascade,
  foreign key (user_id, entry_id) references entry (user_id, id) on delete cascade
)${clustered};
create index collection_entry_order on collection_entry (user_id, collection_id, position, entry_id);
create index collection_entry_entry on collection_entry (user_id, entry_id);
`
