import type { Cursor } from './changed-entries.ts'
import type { IndexConnection } from './sqlite-index.ts'

/** How much of a user's changes the full-text index contains. */
export interface IndexState {
  /** the user's revision */
  readonly revision: number
  /** tombstones of entries up to this revision may have been deleted */
  readonly prunedRevision: number
  /** the last indexed change */
  readonly cursor: Cursor
}

/** The entries of a user whose rows in the index changed between two states. */
export interface IndexChanges {
  /** ids of the entries whose words were stored again, in any order */
  readonly stored: readonly number[]
  /** ids of the deleted entries, in any order */
  readonly deleted: readonly number[]
}

interface StateRow {
  readonly revision: number
  readonly pruned_revision: number
  readonly reached: number
  readonly entry_id: number
}

/** @returns the current state of a user's part of the index; undefined if the user was deleted */
export function readIndexState(connection: IndexConnection, owner: number): IndexState | undefined {
  const [row] = connection.all<StateRow>(READ_STATE, owner)
  if (!row) return undefined
  const cursor = { revision: row.reached, entryId: row.entry_id }
  return { revision: row.revision, prunedRevision: row.pruned_revision, cursor }
}

const READ_STATE =
  'select user_revision.revision, pruned_revision, coalesce(search_state.revision, 0) as reached, ' +
  'coalesce(search_state.entry_id, 0) as entry_id from user_revision ' +
  'left join search_state on search_state.user_id = user_revision.user_id where user_revision.user_id = $1'

/**
 * Lists what changed in the index between two states. Words are stored only together with an advance of the cursor, and
 * each entry is marked with its revision, which is behind the earlier cursor. Rows are removed only with their entries,
 * whose tombstones have a later revision.
 * @param most maximum number of stored and of deleted entries
 * @returns undefined if there are more, or if it is not known, because the index was rebuilt or tombstones were deleted
 */
export function indexChanges(
  connection: IndexConnection,
  owner: number,
  { from, to, most }: { readonly from: IndexState; readonly to: IndexState; readonly most: number },
): IndexChanges | undefined {
  if (compareCursors(to.cursor, from.cursor) < 0 || to.prunedRevision > from.revision) return undefined
  const { revision, entryId } = from.cursor
  const isIndexed = compareCursors(to.cursor, from.cursor) > 0
  const stored = isIndexed ? idsFrom(connection, STORED, [owner, revision, entryId, most + 1]) : []
  const isChanged = to.revision > from.revision
  const deleted = isChanged ? idsFrom(connection, DELETED, [owner, from.revision, most + 1]) : []
  return stored.length > most || deleted.length > most ? undefined : { stored, deleted }
}

function compareCursors(one: Cursor, other: Cursor): number {
  return one.revision - other.revision || one.entryId - other.entryId
}

const idsFrom = (connection: IndexConnection, sql: string, parameters: readonly number[]): number[] =>
  connection.all<{ id: number }>(sql, ...parameters).map(({ id }) => id)

const STORED =
  'select entry_id as id from indexed_entry where user_id = $1 and revision >= $2 ' +
  'and (revision > $2 or entry_id > $3) limit $4'
const DELETED = "select object_id as id from tombstone where user_id = $1 and kind = 'entry' and revision > $2 limit $3"
