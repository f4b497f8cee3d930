import type { Migration } from './migration.ts'

/** The time of the last move of each hand-picked entry, for merging concurrent moves (docs/sync.md). */
export const moveTimes: Migration = {
  name: '0038-move-times',
  up: () => `
alter table collection_entry add column moved_at text;
`,
}
