import type { Migration } from './migration.ts'

/** The time of the last change of each field of a collection, for merging concurrent changes (docs/sync.md). */
export const collectionTimes: Migration = {
  name: '0036-collection-times',
  up: () => `
alter table collection add column set_times text not null default '{}';
`,
}
