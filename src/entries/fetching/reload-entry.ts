import type { Database } from '../../db/database.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import type { EntryId, UserId } from '../../kernel/brand.ts'
import { notFound } from '../../kernel/errors.ts'
import { findEntry, updateEntry } from '../entry.repository.ts'
import { enqueueFetch } from './enqueue-fetch.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'

export interface ReloadEntryDeps {
  readonly database: Database
  readonly jobs: JobQueue
}

/**
 * Enqueues a new fetch of the entry's page. The page's values replace those from the client (contract 2.5); if the
 * fetch fails, everything stays unchanged.
 * @returns an address of the entry, valid even if its page turns out to be that of an older entry
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
    await enqueueFetch(deps, tx, entry, { requestId })
    return entry.url
  })
}
