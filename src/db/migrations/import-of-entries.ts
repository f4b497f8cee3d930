import type { ColumnTypes } from './migration.ts'

/**
 * Adds the import that created each entry, and what an import needs to be checked before it starts, to estimate its end,
 * and to be undone.
 */
export const importOfEntries = ({ int }: ColumnTypes): string => `
alter table entry add column import_id ${int};
create index entry_import on entry (user_id, import_id) where import_id is not null;
alter table import add column found_format text;
alter table import add column already_saved ${int};
alter table import add column started_at text;
alter table import add column undo_action_id ${int};
`
