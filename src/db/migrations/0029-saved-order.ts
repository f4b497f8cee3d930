import type { Migration } from './migration.ts'

/**
 * Indexes for lists in the order of the time that the cards show, `created_at`. The order of the ids can differ from
 * it, because imported entries keep their older times.
 */
export const savedOrder: Migration = {
  name: '0029-saved-order',
  up: () => `
create index entry_saved on entry (user_id, created_at, id);
create index entry_archived_saved on entry (user_id, is_archived, created_at, id);
create index entry_starred_saved on entry (user_id, is_starred, created_at, id);
create index entry_domain_saved on entry (user_id, domain_name, created_at, id, is_archived, is_starred);
drop index entry_language;
create index entry_language on entry (user_id, (rtrim(substr(lower(language), 1, 3), '-_')), is_archived, created_at, id, is_starred, language);
`,
}
