import type { Migration } from './migration.ts'

/**
 * Indexes an empty text for entries without an archiving time, so that they have the same position on both databases.
 * SQLite and PostgreSQL sort nulls differently.
 */
export const archivedOrder: Migration = {
  name: '0022-archived-order',
  up: () => `
drop index entry_archived_at;
create index entry_archived_order on entry (user_id, (coalesce(archived_at, '')), id);
`,
}
