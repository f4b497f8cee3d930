import type { ColumnTypes } from '../migrations/migration.ts'

/** Imports of files from other services. */
export const importTables = ({ id, ownerAndId, int, blob, clustered }: ColumnTypes): string => `
-- total: the number of rows in the file, counted before the first one is stored.
-- merged: the number of rows that were merged into entries that the owner already had.
create table import (
  id ${id},
  user_id ${int} not null references users (id) on delete cascade,
  format text not null,
  file_name text not null,
  size ${int} not null default 0,
  options text not null,
  state text not null,
  failure text,
  bytes_read ${int} not null default 0,
  total ${int},
  rows_done ${int} not null default 0,
  imported ${int} not null default 0,
  merged ${int} not null default 0,
  skipped ${int} not null default 0,
  failed ${int} not null default 0,
  created_at text not null,
  changed_at text not null,
  finished_at text,
  ${ownerAndId}
);
create index import_unfinished on import (changed_at) where finished_at is null;

-- The file, so that any node can run the import. It is deleted at the end.
create table import_chunk (
  user_id ${int} not null,
  import_id ${int} not null,
  number ${int} not null,
  bytes ${blob} not null,
  primary key (user_id, import_id, number),
  foreign key (user_id, import_id) references import (user_id, id) on delete cascade
);

create table import_error (
  user_id ${int} not null,
  import_id ${int} not null,
  row_number ${int} not null,
  reason text not null,
  primary key (user_id, import_id, row_number),
  foreign key (user_id, import_id) references import (user_id, id) on delete cascade
)${clustered};

-- The entries whose pages are fetched, so that the report can list pages that no longer exist.
create table import_page (
  user_id ${int} not null,
  import_id ${int} not null,
  entry_id ${int} not null,
  primary key (user_id, import_id, entry_id),
  foreign key (user_id, import_id) references import (user_id, id) on delete cascade
)${clustered};
`
