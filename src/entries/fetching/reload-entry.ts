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
 * Orders the page of an entry to be fetched again. What the client once gave is given up for what the page says
 * (contract 2.5); if the page cannot be had, everything stays as it is.
 * @returns an address by which the entry is known even if the page turns out to be that of an older one
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
    await enqueueFetch(deps, tx, entry, requestId)
    return entry.url
  })
}
