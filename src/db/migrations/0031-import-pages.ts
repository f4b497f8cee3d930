import type { Migration } from './migration.ts'

/**
 * The entries of an import whose pages are fetched, so that the report of the import can list pages that no longer
 * exist.
 */
export const importPages: Migration = {
  name: '0031-import-pages',
  up: ({ int, clustered }) => `
create table import_page (
  user_id ${int} not null,
  import_id ${int} not null,
  entry_id ${int} not null,
  primary key (user_id, import_id, entry_id),
  foreign key (user_id, import_id) references import (user_id, id) on delete cascade
)${clustered};
`,
}
