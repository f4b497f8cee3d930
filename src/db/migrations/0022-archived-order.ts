import type { Migration } from './migration.ts'

/** Puts entries without an archiving time at the same position on both databases, which sort nulls differently. */
export const archivedOrder: Migration = {
  name: '0022-archived-order',
  up: () => `
drop index entry_archived_at;
create index entry_archived_order on entry (user_id, (coalesce(archived_at, '')), id);
`,
}
