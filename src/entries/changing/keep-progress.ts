import type { Database } from '../../db/database.ts'
import { StatementRegistry } from '../../db/statement-registry.ts'
import type { EntryId, UserId } from '../../kernel/brand.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { advanceRevision } from '../../users/revision.ts'
import { findEntry } from '../entry.repository.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'

/** How far an entry was read. */
export interface Progress {
  /** number of the block that was on top of the window, from 0; exact as long as the text stays the same */
  readonly block: number
  /** of the whole text, 0 to 1 */
  readonly share: number
}

export interface KeepProgressDeps {
  readonly database: Database
  readonly clock: Clock
}

/** More blocks than the extractor lets through. */
const MAX_BLOCK = 1_000_000

/**
 * Remembers how far the owner has read. Of two devices the one that read later wins, whenever it tells; a time in the
 * future counts as now.
 * @param at when it was read
 * @throws AppError `not_found`, or `invalid_input` for a share outside 0 to 1
 */
export async function keepProgress(
  { database, clock }: KeepProgressDeps,
  { owner, id }: { readonly owner: UserId; readonly id: EntryId },
  { block, share }: Progress,
  at: Date,
): Promise<void> {
  const isBlock = Number.isInteger(block) && block >= 0 && block <= MAX_BLOCK
  if (!isBlock || !(share >= 0 && share <= 1)) throw new AppError('invalid_input', 'no place in a text')
  const read = new Date(Math.min(at.getTime(), clock.now().getTime())).toISOString()
  await ownerTransaction(database, owner, async (tx) => {
    const revision = await advanceRevision(tx, owner)
    if (!(await findEntry(tx, owner, id))) throw notFound('entry')
    const values = { block, share, revision, updated_at: read }
    await tx
      .insertInto('entry_progress')
      .values({ user_id: owner, entry_id: id, ...values })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'entry_id']).doUpdateSet(values).where('entry_progress.updated_at', '<=', read),
      )
      .execute()
  })
}

interface Row {
  readonly entry_id: number
  readonly block: number
  readonly share: number
}

/** Finds how far entries of one owner were read, by their ids, with one query. Those never opened are absent. */
export type FindProgress = (owner: UserId, ids: readonly EntryId[]) => Promise<ReadonlyMap<EntryId, Progress>>

export function progressFinder(database: Database): FindProgress {
  const book = new StatementRegistry(database)
  const find = `select entry_id, block, share from entry_progress where user_id = $1 and entry_id ${book.inNumbers('$2')}`
  return async (owner, ids) => {
    if (ids.length === 0) return new Map()
    const rows = await book.all<Row>(find, [owner, JSON.stringify(ids)])
    return new Map(
      rows.map(({ entry_id, block, share }) => [
        Number(entry_id) as EntryId,
        { block: Number(block), share: Number(share) },
      ]),
    )
  }
}
