import type { Database } from '../../db/database.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { advanceRevision } from '../revision.ts'
import { ownerTransaction, type OwnerTx } from '../owner-transaction.ts'

interface AdministerUserDeps {
  readonly database: Database
  readonly clock: Clock
}

/**
 * Enables or disables a user. Disabling immediately ends all sessions and tokens of the user. The user's entries
 * remain.
 * @throws AppError `not_found` if there is no such user, `forbidden` for the last administrator
 */
export async function setEnabled(deps: AdministerUserDeps, id: UserId, isEnabled: boolean): Promise<void> {
  await changeUser(deps, id, { is_enabled: isEnabled ? 1 : 0 })
}

/**
 * Grants or revokes administrator rights.
 * @throws AppError `not_found` if there is no such user, `forbidden` for the last administrator
 */
export async function setAdministrator(deps: AdministerUserDeps, id: UserId, isAdmin: boolean): Promise<void> {
  await changeUser(deps, id, { is_admin: isAdmin ? 1 : 0 })
}

type Change = { readonly is_enabled: 0 | 1 } | { readonly is_admin: 0 | 1 }

async function changeUser({ database, clock }: AdministerUserDeps, id: UserId, change: Change): Promise<void> {
  const isLess = Object.values(change).includes(0)
  await ownerTransaction(database, id, async (tx) => {
    await lockAdministrators(tx)
    if (isLess) await refuseLast(tx, id)
    const changed = await tx
      .updateTable('users')
      .set({ ...change, updated_at: clock.now().toISOString() })
      .where('id', '=', id)
      // A closed account that is still being deleted has a name that starts with `@`.
      .where('username_key', 'not like', '@%')
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw notFound('user')
    await advanceRevision(tx, id)
    if ('is_enabled' in change && isLess) await deleteSessionsAndTokens(tx, id)
  })
}

/**
 * Locks the rows of all administrators, so that concurrent changes run one after the other. Otherwise two
 * administrators could revoke each other's rights, and none would remain. The update changes nothing, but it locks the
 * rows on both databases.
 */
async function lockAdministrators(tx: OwnerTx): Promise<void> {
  await tx
    .updateTable('users')
    .set((set) => ({ is_admin: set.ref('is_admin') }))
    .where('is_admin', '=', 1)
    .execute()
}

async function refuseLast(tx: OwnerTx, id: UserId): Promise<void> {
  const administrators = await tx
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', 1)
    .where('is_enabled', '=', 1)
    .execute()
  const isOne = administrators.some((row) => Number(row.id) === id)
  if (isOne && administrators.length === 1)
    throw new AppError('forbidden', 'the last administrator can’t lose the role')
}

async function deleteSessionsAndTokens(tx: OwnerTx, id: UserId): Promise<void> {
  for (const table of ['session', 'sign_in_step', 'access_token', 'refresh_token', 'authorization_code'] as const) {
    await tx.deleteFrom(table).where('user_id', '=', id).execute()
  }
  await tx.deleteFrom('device_code').where('decided_by', '=', id).execute()
}
