import type { Database } from '../../db/database.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { notFound } from '../../kernel/errors.ts'
import { newTrashBatchId, trashEntries } from '../trash/trash-entries.ts'

export interface DeleteEntryDeps {
  readonly database: Database
  readonly clock: Clock
}

/**
 * Moves an entry to the trash, as API clients do. Clients see it as deleted.
 * @throws AppError `not_found`
 */
export async function deleteEntry(deps: DeleteEntryDeps, owner: UserId, id: EntryId): Promise<void> {
  const deleted = await trashEntries(deps, owner, [id], newTrashBatchId())
  if (deleted.length === 0) throw notFound('entry')
}
