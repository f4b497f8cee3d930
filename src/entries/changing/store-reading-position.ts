import type { Database } from '../../db/database.ts'
import { StatementCache } from '../../db/statement-cache.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { advanceRevision } from '../../users/revision.ts'
import { findEntry } from '../entry.repository.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'
import { chooseReadingPosition, type Progress, type StoredReading } from './choose-reading-position.ts'

export interface StoreReadingPositionDeps {
  readonly database: Database
  readonly clock: Clock
}

/**
 * Highest accepted block number. Positions with a higher one are rejected. No text that the extractor produces has as
 * many blocks.
 */
const MAX_BLOCK = 1_000_000

interface OwnedEntry {
  readonly owner: UserId
  readonly id: EntryId
}

/**
 * Stores the owner's reading position in an entry. If two devices send positions, the one with the later reading time
 * wins, whichever request arrives first. A time in the future is replaced by now.
 * @param at time at which the owner read
 * @throws AppError `not_found`, or `invalid_input` as `checkProgress` does
 */
export async function storeReadingPosition(
  { database, clock }: StoreReadingPositionDeps,
  key: OwnedEntry,
  progress: Progress,
  at: Date,
): Promise<void> {
  checkProgress(progress)
  const read = new Date(Math.min(at.getTime(), clock.now().getTime())).toISOString()
  await ownerTransaction(database, key.owner, async (tx) => {
    if (!(await findEntry(tx, key.owner, key.id))) throw notFound('entry')
    await writeProgress(tx, key, { ...progress, at: read }, 'latest')
  })
}

/** @throws AppError `invalid_input` if the share is not between 0 and 1, or the block is not a valid block number */
export function checkProgress({ block, share }: Progress): void {
  const isBlock = Number.isInteger(block) && block >= 0 && block <= MAX_BLOCK
  if (!isBlock || !(share >= 0 && share <= 1)) throw new AppError('invalid_input', 'the reading position is invalid')
}

/**
 * Stores a reading position of an existing entry in the caller's transaction.
 * @param rule the position that wins if one is stored already: the one with the latest time, or the furthest of the
 * current reading
 * @returns true if the given position was stored
 */
export async function writeProgress(
  tx: OwnerTx,
  { owner, id }: OwnedEntry,
  given: Progress & { readonly at: string },
  rule: 'latest' | 'furthest',
): Promise<boolean> {
  const settled = chooseReadingPosition(await findReading(tx, { owner, id }), given, rule)
  if (!settled) return false
  const { block, share, at, startedAt } = settled
  const values = { block, share, updated_at: at, started_at: startedAt, revision: await advanceRevision(tx, owner) }
  await tx
    .insertInto('entry_progress')
    .values({ user_id: owner, entry_id: id, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'entry_id']).doUpdateSet(values))
    .execute()
  return block === given.block && share === given.share
}

async function findReading(tx: OwnerTx, { owner, id }: OwnedEntry): Promise<StoredReading | undefined> {
  const row = await tx
    .selectFrom('entry_progress')
    .select(['block', 'share', 'updated_at as at', 'started_at as startedAt'])
    .where('user_id', '=', owner)
    .where('entry_id', '=', id)
    .executeTakeFirst()
  return row && { ...row, block: Number(row.block), share: Number(row.share) }
}

interface Row {
  readonly entry_id: number
  readonly block: number
  readonly share: number
  readonly updated_at: string
}

/** A reading position, with the ISO time of the last reading. */
export type StoredProgress = Progress & { readonly at: string }

/**
 * Finds the reading positions in an owner's entries, with one query. Entries without a position are missing from the
 * map.
 */
export type FindProgress = (owner: UserId, ids: readonly EntryId[]) => Promise<ReadonlyMap<EntryId, StoredProgress>>

export function progressFinder(database: Database): FindProgress {
  const statements = new StatementCache(database)
  const find = `select entry_id, block, share, updated_at from entry_progress where user_id = $1 and entry_id ${statements.inNumbers('$2')}`
  return async (owner, ids) => {
    if (ids.length === 0) return new Map()
    const rows = await statements.all<Row>(find, [owner, JSON.stringify(ids)])
    return new Map(
      rows.map(({ entry_id, block, share, updated_at: at }) => [
        Number(entry_id) as EntryId,
        { block: Number(block), share: Number(share), at },
      ]),
    )
  }
}
