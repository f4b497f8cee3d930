import { setImmediate } from 'node:timers/promises'
import type { Database, Dialect } from '../../db/database.ts'
import type { Db, Tx } from '../../db/schema.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'
import type { EntryFilter } from '../listing/entry-filter.ts'
import { listEntryIds, type ReadLists } from '../listing/list-entry-ids.ts'
import { newTrashBatchId, trashEntryBatch } from '../trash/trash-entries.ts'
import { countChanged, insertAction, removeAction } from './action.repository.ts'
import type { ChangeContext } from './run-statement.ts'
import { changeEntries, titleOf, type StateChange } from './change-entries.ts'

export interface PerformDeps {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: JobQueue
}

/** An action on entries that can be undone. */
export type EntryAction = StateChange | { readonly kind: 'delete' }

/** An action on all entries of a list. `requestId` appears in the log of the job that performs it. */
interface ListAction {
  readonly filter: EntryFilter
  readonly action: EntryAction
  readonly requestId: string
}

/** An action that has been added to the history and is being applied to entries. */
export interface BegunAction {
  readonly id: number
  readonly action: StateChange | { readonly kind: 'delete'; readonly batch: string }
  /** ISO time */
  readonly now: string
}

export interface Performed {
  /** id of the action in the history; absent if nothing changed */
  readonly id?: number
  /** number of changed entries */
  readonly entries: number
  /** true if a job is changing the remaining entries */
  readonly isUnfinished?: boolean
}

/** Maximum number of entries per transaction. */
const MAX_BATCH = 500
/** Minimum number of entries per transaction. */
const MIN_BATCH = 25
/** Number of entries that are changed while the user waits. A job changes the rest of a longer list. */
const MAX_CHANGED_AT_ONCE = 20_000

/**
 * @param change an action, or its record in the history
 * @returns the number of entries per transaction. It is smaller if several tags change, because each transaction on
 *   SQLite blocks this thread.
 */
export function batchSize(change: object): number {
  const tags = 'labels' in change && Array.isArray(change.labels) ? change.labels.length : 1
  return Math.max(MIN_BATCH, Math.floor(MAX_BATCH / Math.max(1, tags)))
}

/**
 * Performs an action on entries and adds it to the history.
 * @param ids ids of entries; unknown ids, and entries that already have the requested state, are skipped
 * @throws AppError `invalid_input` if an entry would have more than the maximum number of tags
 */
export async function performAction(
  deps: PerformDeps,
  owner: UserId,
  ids: readonly EntryId[],
  action: EntryAction,
): Promise<Performed> {
  const begun = await beginAction(deps, owner, action, ids.length === 1 ? ids[0] : undefined)
  return endAction(deps, owner, begun, await performInBatches(deps, owner, begun, ids))
}

/** @returns the number of changed entries */
async function performInBatches(
  deps: PerformDeps,
  owner: UserId,
  begun: BegunAction,
  ids: readonly EntryId[],
): Promise<number> {
  let entries = 0
  const size = batchSize(begun.action)
  for (let start = 0; start < ids.length; start += size) {
    entries += (await performBatch(deps, owner, begun, ids.slice(start, start + size))) ?? 0
    await setImmediate()
  }
  return entries
}

/**
 * Applies an action to all entries that are in a list now, and adds it to the history. Entries saved later are not
 * changed.
 */
export async function performOnList(
  deps: PerformDeps & ReadLists,
  owner: UserId,
  { filter, action, requestId }: ListAction,
): Promise<Performed> {
  const upTo = await deps.database.read((db) => newestId(db, owner))
  const begun = await beginAction(deps, owner, action)
  if (filter.most !== undefined) {
    // Reads all ids before the first change, because a change may move other entries into the first `most` entries of
    // the list.
    const ids = await listEntryIds(deps, owner, filter, { after: 0, upTo, limit: filter.most })
    return endAction(deps, owner, begun, await performInBatches(deps, owner, begun, ids))
  }
  const limit = batchSize(begun.action)
  let [entries, after, seen] = [0, 0, 0]
  for (;;) {
    const ids = await listEntryIds(deps, owner, filter, { after, upTo, limit })
    entries += (await performBatch(deps, owner, begun, ids)) ?? 0
    if (ids.length < limit) return endAction(deps, owner, begun, entries)
    await setImmediate()
    after = ids.at(-1)!
    seen += ids.length
    if (seen < MAX_CHANGED_AT_ONCE) continue
    const rest = { filter, after, upTo, requestId }
    await deps.database.transaction((tx) => enqueueRemaining({ jobs: deps.jobs, owner }, tx, begun, rest))
    return { id: begun.id, entries, isUnfinished: true }
  }
}

/**
 * Adds an action on all entries that are in a list now to the history, and enqueues the job that performs it. Entries saved
 * later are not changed.
 * @returns the id of the action in the history
 */
export async function enqueueOnList(
  { jobs, dialect, now }: Pick<PerformDeps, 'jobs'> & { readonly dialect: Dialect; readonly now: string },
  tx: OwnerTx,
  owner: UserId,
  { filter, action: given, requestId }: ListAction,
): Promise<number> {
  const action = withBatch(given)
  const id = await insertBegun({ tx, dialect, owner, now }, action)
  const upTo = await newestId(tx, owner)
  await enqueueRemaining({ jobs, owner }, tx, { id, action, now }, { filter, after: 0, upTo, requestId })
  return id
}

/**
 * Applies an action to entries in the caller's transaction. If any entry has changed, adds the action to the history.
 * @param ids ids of entries, at most a few hundred
 * @returns the number of changed entries
 * @throws AppError `invalid_input` if an entry would have more than the maximum number of tags
 */
export async function performInTransaction(
  context: Omit<ChangeContext, 'actionId'>,
  ids: readonly EntryId[],
  given: EntryAction,
): Promise<number> {
  const { tx, owner } = context
  const action = withBatch(given)
  const actionId = await insertBegun(context, action, ids.length === 1 ? ids[0] : undefined)
  const changed = await changeBatch({ ...context, actionId }, ids, action)
  if (changed > 0) await countChanged(tx, owner, actionId, changed)
  else await removeAction(tx, owner, actionId)
  return changed
}

/**
 * Applies an action from the history to further entries.
 * @returns the number of changed entries; undefined if the user has undone the action in the meantime
 */
export async function performBatch(
  { database }: Pick<PerformDeps, 'database'>,
  owner: UserId,
  { id, action, now }: BegunAction,
  ids: readonly EntryId[],
): Promise<number | undefined> {
  return ownerTransaction(database, owner, async (tx) => {
    if (!(await countChanged(tx, owner, id, 0))) return undefined
    const context = { tx, dialect: database.dialect, owner, actionId: id, now }
    const changed = await changeBatch(context, ids, action)
    await countChanged(tx, owner, id, changed)
    return changed
  })
}

async function changeBatch(
  context: ChangeContext,
  ids: readonly EntryId[],
  action: BegunAction['action'],
): Promise<number> {
  const { tx, owner, now } = context
  if (action.kind !== 'delete') return changeEntries(context, ids, action)
  return (await trashEntryBatch(tx, owner, ids, { batch: action.batch, now })).length
}

async function beginAction(
  { database, clock }: PerformDeps,
  owner: UserId,
  given: EntryAction,
  only?: EntryId,
): Promise<BegunAction> {
  const action = withBatch(given)
  const now = clock.now().toISOString()
  const id = await ownerTransaction(database, owner, (tx) =>
    insertBegun({ tx, dialect: database.dialect, owner, now }, action, only),
  )
  return { id, action, now }
}

function withBatch(given: EntryAction): BegunAction['action'] {
  return given.kind === 'delete' ? { kind: given.kind, batch: newTrashBatchId() } : given
}

/**
 * Adds an action to the history.
 * @param only the entry, if the action applies to a single one; otherwise undefined
 * @returns the id of the action in the history
 */
async function insertBegun(
  context: Omit<ChangeContext, 'actionId'>,
  { kind, ...detail }: BegunAction['action'],
  only?: EntryId,
): Promise<number> {
  const { tx, owner, now } = context
  const title = only === undefined ? undefined : await titleOf(context, only)
  return insertAction(tx, owner, { kind, detail, now, ...(title !== undefined && { title }) })
}

/** Returns the result of an action. Removes the action from the history if it changed no entries. */
async function endAction(
  { database }: PerformDeps,
  owner: UserId,
  { id }: BegunAction,
  entries: number,
): Promise<Performed> {
  if (entries > 0) return { id, entries }
  await database.transaction((tx) => removeAction(tx, owner, id))
  return { entries: 0 }
}

async function newestId(db: Db, owner: UserId): Promise<number> {
  const row = await db
    .selectFrom('entry')
    .select((select) => select.fn.max<number | null>('id').as('newest'))
    .where('user_id', '=', owner)
    .executeTakeFirstOrThrow()
  return Number(row.newest ?? 0)
}

interface RemainingEntries {
  readonly filter: EntryFilter
  readonly after: number
  readonly upTo: number
  readonly requestId: string
}

async function enqueueRemaining(
  { jobs, owner }: { readonly jobs: JobQueue; readonly owner: UserId },
  tx: Tx,
  begun: BegunAction,
  rest: RemainingEntries,
): Promise<void> {
  const payload = {
    userId: owner,
    ...rest,
    filter: { ...rest.filter },
    action: { ...begun.action },
    begun: { id: begun.id, now: begun.now },
  }
  await jobs.enqueue(tx, 'entries.change', payload, { userId: owner, lane: `change:${owner}`, priority: 1 })
}
