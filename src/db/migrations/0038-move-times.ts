import type { Migration } from './migration.ts'

/** The times of the last moves of hand-picked entries, by which concurrent moves are merged (docs/sync.md). */
export const moveTimes: Migration = {
  name: '0038-move-times',
  up: () => `
alter table collection_entry add column moved_at text;
`,
}
