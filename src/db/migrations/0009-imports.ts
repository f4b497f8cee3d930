import type { Migration } from './migration.ts'

/**
 * Imports of files from other services. The file is stored in chunks in the database, so that any node can run the job.
 * It is deleted at the end of the import.
 */
export const imports: Migration = {
  name: '0009-imports',
  up: ({ id, int, blob, clustered, dialect }) => `
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
  rows_done ${int} not null default 0,
  imported ${int} not null default 0,
  skipped ${int} not null default 0,
  failed ${int} not null default 0,
  created_at text not null,
  changed_at text not null,
  finished_at text,
  ${dialect === 'postgres' ? 'primary key (user_id, id)' : 'unique (user_id, id)'}
);
create index import_unfinished on import (changed_at) where finished_at is null;

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
`,
}
