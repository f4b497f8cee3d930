import type { Migration } from './migration.ts'

/** An index for lists filtered by language. Without the index, such a list reads every row of the owner. */
export const language: Migration = {
  name: '0016-language',
  up: () => `
create index entry_language on entry (user_id, (lower(language)), id);
`,
}
