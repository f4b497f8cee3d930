import type { Migration } from './migration.ts'

/** The note of an entry, and the time at which a user last changed it. The index lists the few entries with a note. */
export const entryNote: Migration = {
  name: '0040-entry-note',
  up: () => `
alter table entry add column note text;
alter table entry add column note_set_at text;
create index entry_noted on entry (user_id, id) where note is not null;
`,
}
