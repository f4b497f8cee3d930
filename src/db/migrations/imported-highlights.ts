import type { ColumnTypes } from './migration.ts'

/**
 * Adds what repeated imports of highlights need: the highlights that a user deleted, the entries that a user chose for
 * documents, and the import that added a highlight.
 */
export const importedHighlights = ({ int, blob, clustered }: ColumnTypes): string => `
create table deleted_highlight (
  user_id ${int} not null,
  entry_id ${int} not null,
  hash ${blob} not null,
  deleted_at text not null,
  primary key (user_id, entry_id, hash),
  foreign key (user_id, entry_id) references entry (user_id, id) on delete cascade
)${clustered};

create table assigned_document (
  user_id ${int} not null,
  hash ${blob} not null,
  entry_id ${int} not null,
  primary key (user_id, hash),
  foreign key (user_id, entry_id) references entry (user_id, id) on delete cascade
)${clustered};
create index assigned_document_entry on assigned_document (user_id, entry_id);

alter table annotation add column import_id ${int};
create index annotation_import on annotation (user_id, import_id) where import_id is not null;
alter table unplaced_annotation add column import_id ${int};
create index unplaced_annotation_import on unplaced_annotation (user_id, import_id) where import_id is not null;
alter table unplaced_annotation add column deleted_at text;
alter table import add column highlights_undone_at text;
`
