import type { Database } from '../db/database.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { AppError } from '../kernel/errors.ts'
import { changedObjectReader } from './changed-objects.ts'
import { EVERY_RANK, parseCursor, printCursor, startCursor, type SyncCursor } from './sync-cursor.ts'
import { epochReader } from './sync-epoch.ts'
import { SYNC_TYPES, type ChangedObject, type SyncType } from './sync-object.ts'

interface ChangesRequest {
  /** the cursor of an earlier response; undefined to read everything */
  readonly since: string | undefined
  readonly types: readonly SyncType[]
  /** maximum number of objects */
  readonly limit: number
}

/** A page of changes. Each object occurs at most once. */
export interface Changes {
  readonly from: string
  /** cursor for the next request */
  readonly to: string
  /** true if more changes follow */
  readonly hasMore: boolean
  /** true if the client must discard its copy, because the changes since its cursor are no longer known */
  readonly isReset: boolean
  readonly objects: readonly ChangedObject[]
}

interface SyncOwner {
  readonly id: UserId
  /** current revision of the user, which is the number of the latest change */
  readonly revision: number
}

export type ReadChanges = (owner: SyncOwner, request: ChangesRequest) => Promise<Changes>

/** @returns a function that reads pages of changes. It throws AppError `invalid_input` if `since` is not a cursor. */
export function changeReader(database: Database): ReadChanges {
  const readEpoch = epochReader(database)
  const readChanged = changedObjectReader(database)
  const findHistory = database.prepare<{ revision: number; pruned_revision: number }>(
    'select revision, pruned_revision from user_revision where user_id = $1',
  )
  return async (owner, { since, types, limit }) => {
    const epoch = await readEpoch()
    const given = since === undefined ? undefined : cursorOf(since)
    const start = startCursor(epoch, owner.revision)
    const readFrom = (from: SyncCursor) => readChanged(owner.id, { cursor: from, types, limit: limit + 1 })
    const read = await readFrom(given ?? start)
    // Read after the changes: if tombstones were deleted before the changes were read, `pruned` already says so.
    const [row] = await findHistory.all(owner.id)
    const revision = Math.max(owner.revision, Number(row?.revision ?? 0))
    const pruned = Number(row?.pruned_revision ?? 0)
    const isReset = given !== undefined && !isKnown(given, { epoch, revision, pruned })
    const cursor = given && !isReset ? given : start
    const found = isReset ? await readFrom(start) : read
    const objects = found.slice(0, limit)
    const hasMore = found.length > limit
    return {
      from: printCursor(cursor),
      to: printCursor(endOf(cursor, objects, hasMore)),
      hasMore,
      isReset,
      objects,
    }
  }
}

function cursorOf(text: string): SyncCursor {
  const cursor = parseCursor(text)
  if (!cursor) throw new AppError('invalid_input', '"since" is not a cursor of this server')
  return cursor
}

interface History {
  readonly epoch: string
  /** the current revision. That in `SyncOwner` may be older than a cursor, if another process has written since */
  readonly revision: number
  /** tombstones up to this revision may be deleted already */
  readonly pruned: number
}

function isKnown({ epoch, revision, listedFrom }: SyncCursor, history: History): boolean {
  return epoch === history.epoch && revision <= history.revision && (listedFrom ?? revision) >= history.pruned
}

/**
 * @returns the cursor after a page. After the last page of a full listing, the cursor continues with the changes made
 * since the listing started.
 */
function endOf(cursor: SyncCursor, objects: readonly ChangedObject[], hasMore: boolean): SyncCursor {
  const last = objects.at(-1)
  const end = last ? { ...cursor, revision: last.revision, rank: SYNC_TYPES.indexOf(last.type), id: last.id } : cursor
  if (hasMore || cursor.listedFrom === undefined) return end
  // If the last object changed before the listing started, the cursor moves to the start of the listing, so that the
  // next response does not report deletions from before the listing.
  if (end.revision >= cursor.listedFrom) return { ...end, listedFrom: undefined }
  return { ...end, revision: cursor.listedFrom, rank: EVERY_RANK, id: 0, listedFrom: undefined }
}
