import type { ColumnTypes } from './migration.ts'

/**
 * Empties the full-text index on PostgreSQL, because its words now start with the mark of their owner's group
 * (docs/adr/0060-groups-of-owners-in-the-index.md). The entries are indexed again in the background.
 */
export const ownerGroups = ({ dialect }: ColumnTypes): string =>
  dialect === 'postgres' ? 'truncate search_state, search_entry;' : ''
