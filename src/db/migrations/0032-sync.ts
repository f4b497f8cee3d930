import type { Migration } from './migration.ts'

/** Further revisions that `GET /api/sync` reads, besides those of entries, collections and deletions. */
export const sync: Migration = {
  name: '0032-sync',
  up: ({ int }) => `
alter table user_revision add column settings_revision ${int} not null default 0;
alter table user_revision add column tagging_rules_revision ${int} not null default 0;
alter table user_revision add column site_rules_revision ${int} not null default 0;
alter table user_revision add column pruned_revision ${int} not null default 0;
create index entry_progress_revision on entry_progress (user_id, revision);
create index tombstone_age on tombstone (deleted_at);
`,
}
