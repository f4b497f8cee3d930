import type { Database } from '../../db/database.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { changeEntry } from './change-entry.ts'
import type { Entry } from '../entry.ts'
import { removeTagsFromEntry } from './entry-tags.ts'
import { findEntry, updateEntry } from '../entry.repository.ts'
import { enqueueRefetch } from '../fetching/enqueue-fetch.ts'
import { trashEntries } from '../trash/trash-entries.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'

export interface ChangeManyDeps {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: JobQueue
}

/** A change that is applied to each of many entries. It sets a state, so repeating it has no effect. */
export type ManyAction =
  | { readonly kind: 'archive' | 'unarchive' | 'star' | 'unstar' | 'refetch' }
  | { readonly kind: 'tag' | 'untag'; readonly labels: readonly string[] }
  | { readonly kind: 'delete'; readonly batch: string }

/** Number of entries per transaction. Small, so that other writes can run between two transactions. */
const BATCH_SIZE = 25

/**
 * @param ids ids of entries; unknown ids and ids of other users' entries are skipped
 * @param requestId id of the HTTP request, for the log of the fetches that the change enqueues
 * @returns the ids of the entries that changed
 */
export async function changeMany(
  deps: ChangeManyDeps,
  owner: UserId,
  ids: readonly EntryId[],
  { action, requestId }: { readonly action: ManyAction; readonly requestId: string },
): Promise<EntryId[]> {
  const changed: EntryId[] = []
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const batch = ids.slice(start, start + BATCH_SIZE)
    if (action.kind === 'delete') changed.push(...(await trashEntries(deps, owner, batch, action.batch)))
    else changed.push(...(await changeBatch(deps, owner, batch, { action, requestId })))
  }
  return changed
}

type Change = { readonly action: Exclude<ManyAction, { kind: 'delete' }>; readonly requestId: string }

async function changeBatch(
  deps: ChangeManyDeps,
  owner: UserId,
  ids: readonly EntryId[],
  change: Change,
): Promise<EntryId[]> {
  return ownerTransaction(deps.database, owner, async (tx) => {
    const changed: EntryId[] = []
    for (const id of ids) {
      const entry = await findEntry(tx, owner, id)
      if (entry && (await changeOne(deps, tx, entry, change))) changed.push(id)
    }
    return changed
  })
}

/** @returns true if the entry changed */
async function changeOne(
  deps: ChangeManyDeps,
  tx: OwnerTx,
  entry: Entry,
  { action, requestId }: Change,
): Promise<boolean> {
  const now = deps.clock.now()
  const set = async (fields: { readonly isArchived?: boolean; readonly isStarred?: boolean }) => {
    await changeEntry(tx, entry, { fields, cleaned: undefined, tags: 'add', now })
    return true
  }
  switch (action.kind) {
    case 'archive':
    case 'unarchive': {
      const isArchived = action.kind === 'archive'
      return entry.isArchived !== isArchived && set({ isArchived })
    }
    case 'star':
    case 'unstar': {
      const isStarred = action.kind === 'star'
      return entry.isStarred !== isStarred && set({ isStarred })
    }
    case 'tag':
      await changeEntry(tx, entry, { fields: { tags: action.labels }, cleaned: undefined, tags: 'add', now })
      return true
    case 'untag':
      return removeTagsFromEntry(tx, entry, action.labels, now)
    case 'refetch':
      await updateEntry(tx, entry.ownerId, entry.id, { given_fields: '[]' })
      await enqueueRefetch(deps, tx, entry, { requestId })
      return true
  }
}

/** Enqueues a job that changes all entries that are in a list now. Entries saved later are not changed. */
export async function enqueueChange(
  { database, jobs }: Pick<ChangeManyDeps, 'database' | 'jobs'>,
  owner: UserId,
  { filter, action, requestId }: { filter: object; action: ManyAction; requestId: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    const { newest } = await tx
      .selectFrom('entry')
      .select((select) => select.fn.max<number | null>('id').as('newest'))
      .where('user_id', '=', owner)
      .executeTakeFirstOrThrow()
    const payload = { userId: owner, filter: { ...filter }, action: { ...action }, upTo: newest ?? 0, requestId }
    await jobs.enqueue(tx, 'entries.change', payload, { userId: owner, lane: `change:${owner}`, priority: 1 })
  })
}
