import { isDataRefused } from '../../db/refused-data.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'
import type { CleanCandidate } from './sanitise-rows.ts'
import type { Import } from '../import.ts'
import type { BrokenRow } from './row-batch.ts'
import { storeBatch, storeRows, type CleanBatch } from './store-batch.ts'
import type { StoreBatchDeps } from './store-context.ts'
import { reasonText } from '../import-failure-reasons.ts'

/**
 * Stores a batch. If the database rejects a value, the rows are tried one by one, so that only the rows with rejected
 * values fail.
 * @returns the same as `storeBatch`
 */
export async function storeRowsIndividually(
  deps: StoreBatchDeps,
  job: Import,
  batch: CleanBatch,
): Promise<Import | undefined> {
  try {
    return await storeBatch(deps, job, batch)
  } catch (error) {
    if (!isDataRefused(error)) throw error
    const { good, refused } = await tryEach(deps, job, batch.good)
    if (refused.length === 0) throw error
    return storeBatch(deps, job, { ...batch, good, broken: [...batch.broken, ...refused] })
  }
}

async function tryEach(deps: StoreBatchDeps, job: Import, rows: readonly CleanCandidate[]) {
  const good: CleanCandidate[] = []
  const refused: BrokenRow[] = []
  for (const row of rows) {
    if (await canStore(deps, job, row)) good.push(row)
    else refused.push({ number: row.number, reason: reasonText('rowUnstorable') })
  }
  return { good, refused }
}

class Undo extends Error {}

/** @returns true if a row can be stored. Tries it in a transaction that is always rolled back. */
async function canStore(deps: StoreBatchDeps, job: Import, row: CleanCandidate): Promise<boolean> {
  try {
    await ownerTransaction(deps.database, job.ownerId, async (tx) => {
      const now = deps.clock.now().toISOString()
      await storeRows({ deps, tx, dialect: deps.database.dialect, job, now }, [row])
      throw new Undo()
    })
  } catch (error) {
    if (error instanceof Undo) return true
    if (!isDataRefused(error)) throw error
  }
  return false
}
