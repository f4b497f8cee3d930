import { rawSql } from '../db/raw-sql.ts'
import type { Tx } from '../db/schema.ts'

/** Time for which deletions are reported to clients, in milliseconds: 180 days. */
export const TOMBSTONE_RETENTION_MS = 180 * 86_400_000
/** Maximum number of users whose tombstones are deleted in one run. The next run continues. */
const MAX_USERS = 100

/**
 * Deletes old tombstones, and stores the highest revision among them. A client whose cursor is before that revision
 * must load everything again.
 * @param before ISO text; tombstones older than this time are deleted
 */
export async function pruneTombstones(tx: Tx, dialect: 'sqlite' | 'postgres', before: string): Promise<void> {
  const at = dialect === 'sqlite' ? '?1' : '$1'
  const rows = await rawSql<{ user_id: number }>(
    tx,
    `select distinct user_id from tombstone where deleted_at < ${at} limit ${MAX_USERS}`,
    [before],
  )
  for (const { user_id: user } of rows) {
    // The update locks the user's row, so that other changes of the user have to wait.
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
