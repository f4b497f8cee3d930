import type { Database } from '../../db/database.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { notFound } from '../../kernel/errors.ts'
import { findEntry, updateEntry } from '../entry.repository.ts'
import { enqueueRefetch } from './enqueue-fetch.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'

export interface ReloadEntryDeps {
  readonly database: Database
  readonly jobs: JobQueue
}

/**
 * Enqueues a new fetch of the entry's page. The values of the page replace those that a client sent (wallabag contract
 * 2.5). If the fetch fails, the entry keeps its current values.
 * @returns the address of the entry. Callers look up the result by address, because the fetch may merge the entry into
 * an older one with another id.
 * @throws AppError `not_found`
 */
export async function reloadEntry(
  deps: ReloadEntryDeps,
  { owner, id, requestId }: { readonly owner: UserId; readonly id: EntryId; readonly requestId: string },
): Promise<string> {
  return ownerTransaction(deps.database, owner, async (tx) => {
    const entry = await findEntry(tx, owner, id)
    if (!entry) throw notFound('entry')
    await updateEntry(tx, owner, id, { given_fields: '[]' })
    await enqueueRefetch(deps, tx, entry, { requestId })
    return entry.url
  })
}
