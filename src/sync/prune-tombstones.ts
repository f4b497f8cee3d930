import { rawSql } from '../db/raw-sql.ts'
import type { Tx } from '../db/schema.ts'

/** Time for which deletions are reported to clients, in milliseconds: 180 days. */
export const KEPT_MS = 180 * 86_400_000
/** Maximum number of users in one sweep. */
const MAX_USERS = 100

/**
 * Forgets old deletions, and records up to which revision, so that clients with an older cursor start anew.
 * @param before ISO text: the deletions before this time
 */
export async function pruneTombstones(tx: Tx, dialect: 'sqlite' | 'postgres', before: string): Promise<void> {
  const at = dialect === 'sqlite' ? '?1' : '$1'
  const rows = await rawSql<{ user_id: number }>(
    tx,
    `select distinct user_id from tombstone where deleted_at < ${at} limit ${MAX_USERS}`,
    [before],
  )
  for (const { user_id: user } of rows) {
    // The lock of the row keeps the owner's other changes waiting.
    await tx
      .updateTable('user_revision')
      .set(({ selectFrom }) => ({
        pruned_revision: selectFrom('tombstone')
          .select(({ fn }) => fn.max('revision').as('revision'))
          .where('user_id', '=', user)
          .where('deleted_at', '<', before),
      }))
      .where('user_id', '=', user)
      .execute()
    await tx.deleteFrom('tombstone').where('user_id', '=', user).where('deleted_at', '<', before).execute()
  }
}
