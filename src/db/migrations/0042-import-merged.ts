import type { Migration } from './migration.ts'

/** The number of rows that an import has merged into entries that the owner already had. */
export const importMerged: Migration = {
  name: '0042-import-merged',
  up: ({ int }) => `
alter table import add column merged ${int} not null default 0;
`,
}
