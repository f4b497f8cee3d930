import type { Migration } from './migration.ts'

/** Lists filtered by language, which read every row of the owner before. */
export const language: Migration = {
  name: '0016-language',
  up: () => `
create index entry_language on entry (user_id, (lower(language)), id);
`,
}
