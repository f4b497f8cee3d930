import type { Database } from '../../db/database.ts'
import { StatementRegistry } from '../../db/statement-registry.ts'
import type { EntryId, UserId } from '../../kernel/brand.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { advanceRevision } from '../../users/revision.ts'
import { findEntry } from '../entry.repository.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'

/** The reading position in an entry. */
export interface Progress {
  /** number of the block at the top of the window, from 0; exact while the text stays the same */
  readonly block: number
  /** position in the whole text, 0 to 1 */
  readonly share: number
}

export interface KeepProgressDeps {
  readonly database: Database
  readonly clock: Clock
}

/** More than the maximum number of blocks from the extractor. */
const MAX_BLOCK = 1_000_000

/**
 * Stores the owner's reading position. Of two devices the later reading wins, whatever the order of their requests; a
 * time in the future counts as now.
 * @param at time of the reading
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
  readonly updated_at: string
}

/** A reading position, with the ISO time of the last reading. */
export type StoredProgress = Progress & { readonly at: string }

/** Finds the reading positions of one owner's entries, by their ids, with one query. Unopened entries are absent. */
export type FindProgress = (owner: UserId, ids: readonly EntryId[]) => Promise<ReadonlyMap<EntryId, StoredProgress>>

export function progressFinder(database: Database): FindProgress {
  const book = new StatementRegistry(database)
  const find = `select entry_id, block, share, updated_at from entry_progress where user_id = $1 and entry_id ${book.inNumbers('$2')}`
  return async (owner, ids) => {
    if (ids.length === 0) return new Map()
    const rows = await book.all<Row>(find, [owner, JSON.stringify(ids)])
    return new Map(
      rows.map(({ entry_id, block, share, updated_at: at }) => [
        Number(entry_id) as EntryId,
        { block: Number(block), share: Number(share), at },
      ]),
    )
  }
}
