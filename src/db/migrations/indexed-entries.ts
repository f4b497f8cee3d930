import type { ColumnTypes } from './migration.ts'

/**
 * Stores a fingerprint of the texts of each indexed entry (src/search/changed-entries.ts). The index then skips changes
 * that leave the words as they are, such as a star. Entries that were indexed before get theirs at their next change.
 */
export const indexedEntries = ({ dialect }: ColumnTypes): string => (dialect === 'sqlite' ? SQLITE : POSTGRES)

const SQLITE = `
-- revision: revision of the entry when its words were last stored
create table indexed_entry (
  user_id integer not null,
  entry_id integer not null,
  fingerprint blob not null,
  revision integer not null,
  primary key (user_id, entry_id),
  foreign key (user_id, entry_id) references entry (user_id, id) on delete cascade
) without rowid;
create index indexed_entry_revision on indexed_entry (user_id, revision, entry_id);
`

const POSTGRES = `
alter table search_entry add column fingerprint bytea;
`
