import type { Migration } from './migration.ts'

/** Collections of entries that are found by a query, or picked by hand in the user's order. */
export const collections: Migration = {
  name: '0030-collections',
  up: ({ id, int, clustered, dialect }) => `
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
  created_at text not null,
  updated_at text not null,
  revision ${int} not null,
  ${dialect === 'postgres' ? 'primary key (user_id, id)' : 'unique (user_id, id)'},
  unique (user_id, name_key)
);
create index collection_public_id on collection (public_id) where public_id is not null;
create index collection_revision on collection (user_id, revision);

create table collection_entry (
  user_id ${int} not null,
  collection_id ${int} not null,
  entry_id ${int} not null,
  position ${int} not null,
  added_at text not null,
  primary key (user_id, collection_id, entry_id),
  foreign key (user_id, collection_id) references collection (user_id, id) on delete cascade,
  foreign key (user_id, entry_id) references entry (user_id, id) on delete cascade
)${clustered};
create index collection_entry_order on collection_entry (user_id, collection_id, position, entry_id);
create index collection_entry_entry on collection_entry (user_id, entry_id);
`,
}
