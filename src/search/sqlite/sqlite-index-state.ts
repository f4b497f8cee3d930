import type { Cursor } from '../changed-entries.ts'
import type { IndexConnection } from '../sqlite-index.ts'

/** How much of a user's changes the full-text index contains. */
export interface IndexState {
  /** the user's revision */
  readonly revision: number
  /** tombstones of entries up to this revision may have been deleted */
  readonly prunedRevision: number
  /** the last indexed change */
  readonly cursor: Cursor
}

/** The entries of a user that changed between two states. */
interface EntryChanges {
  /** ids of the entries whose words or columns changed, in any order */
  readonly changed: readonly number[]
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

export const isSameState = (one: IndexState, other: IndexState): boolean =>
  one.revision === other.revision && compareCursors(one.cursor, other.cursor) === 0

/**
 * Lists the entries that changed between two states. Words are stored only together with an advance of the cursor, and
 * each entry is marked with its revision, which is behind the earlier cursor. Changed columns give the entry a new
 * revision. Entries are deleted together with their words, and their tombstones have a later revision.
 * @param source whether the words in the index or the columns of the entry matter
 * @param range the states, and the maximum number of changed and of deleted entries
 * @returns undefined if there are more, or if it is not known, because the index was rebuilt or tombstones were deleted
 */
export function changesSince(
  connection: IndexConnection,
  owner: number,
  source: 'words' | 'columns',
  { from, to, most }: { readonly from: IndexState; readonly to: IndexState; readonly most: number },
): EntryChanges | undefined {
  if (compareCursors(to.cursor, from.cursor) < 0 || to.prunedRevision > from.revision) return undefined
  const isChanged = to.revision > from.revision
  const isIndexed = compareCursors(to.cursor, from.cursor) > 0
  const { revision, entryId } = from.cursor
  const deleted = isChanged ? idsFrom(connection, DELETED, [owner, from.revision, most + 1]) : []
  const stored = () => (isIndexed ? idsFrom(connection, STORED, [owner, revision, entryId, most + 1]) : [])
  const touched = () => (isChanged ? idsFrom(connection, CHANGED, [owner, from.revision, most + 1]) : [])
  const changed = source === 'words' ? stored() : touched()
  return changed.length > most || deleted.length > most ? undefined : { changed, deleted }
}

function compareCursors(one: Cursor, other: Cursor): number {
  return one.revision - other.revision || one.entryId - other.entryId
}

const idsFrom = (connection: IndexConnection, sql: string, parameters: readonly number[]): number[] =>
  connection.all<{ id: number }>(sql, ...parameters).map(({ id }) => id)

const STORED =
  'select entry_id as id from indexed_entry where user_id = $1 and revision >= $2 ' +
  'and (revision > $2 or entry_id > $3) limit $4'
const CHANGED = 'select id from entry where user_id = $1 and revision > $2 limit $3'
const DELETED = "select object_id as id from tombstone where user_id = $1 and kind = 'entry' and revision > $2 limit $3"
