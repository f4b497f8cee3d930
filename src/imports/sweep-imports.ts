import type { Database } from '../db/database.ts'
import type { Clock } from '../kernel/clock.ts'
import { reasonText } from './import-failure-reasons.ts'

const HOUR_MS = 3_600_000
/**
 * Milliseconds without progress after which an import is ended. The value exceeds the sum of all pauses between the
 * attempts of a job.
 */
const MAX_STALLED_MS = 48 * HOUR_MS

/**
 * Deletes the files of interrupted uploads, and checked files that were not started for two days. Ends imports
 * that have made no progress for two days.
 */
export async function sweepImports({
  database,
  clock,
}: {
  readonly database: Database
  readonly clock: Clock
}): Promise<void> {
  const now = clock.now()
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  await database.transaction(async (tx) => {
    await tx
      .deleteFrom('import')
      .where('finished_at', 'is', null)
      .where('state', '=', 'receiving')
      .where('changed_at', '<', before(HOUR_MS))
      .execute()
    await tx
      .deleteFrom('import')
      .where('state', '=', 'ready')
      .where('changed_at', '<', before(MAX_STALLED_MS))
      .execute()
    const ended = await tx
      .updateTable('import')
      .set({ state: 'failed', failure: reasonText('brokeOff'), finished_at: now.toISOString() })
      .where('finished_at', 'is', null)
      .where('state', '!=', 'receiving')
      .where('changed_at', '<', before(MAX_STALLED_MS))
      .returning(['user_id', 'id'])
      .execute()
    for (const { user_id, id } of ended) {
      await tx.deleteFrom('import_chunk').where('user_id', '=', user_id).where('import_id', '=', id).execute()
    }
  })
}
