import type { Migration } from './migration.ts'

/** The number of rows in an import file. They are counted before the first one is stored. */
export const importTotal: Migration = {
  name: '0028-import-total',
  up: () => `
alter table import add column total integer;
`,
}
