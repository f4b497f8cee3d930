import type { Migration } from './migration.ts'

/**
 * The note of an entry, and the time at which a user last changed it. The indexes list the few entries with a note, and
 * all annotations, in the order of the Annotations page.
 */
export const entryNote: Migration = {
  name: '0040-entry-note',
  up: () => `
alter table entry add column note text;
alter table entry add column note_set_at text;
create index entry_noted on entry (user_id, (coalesce(note_set_at, created_at)), id) where note is not null;
create index annotation_made on annotation (user_id, created_at, id);
`,
}
