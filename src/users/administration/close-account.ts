import type { Database } from '../../db/database.ts'
import type { Db, Tx } from '../../db/schema.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { ownerTransaction } from '../owner-transaction.ts'

export interface CloseAccountDeps {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: JobQueue
}

/**
 * Closes an account permanently. Its sessions, tokens, clients, feeds and public links end immediately, and sign-in
 * becomes impossible. Its username becomes available to others. A job deletes its entries and other data later.
 * @throws AppError `forbidden` for the last administrator of a server with other users
 */
export async function closeAccount({ database, clock, jobs }: CloseAccountDeps, owner: UserId): Promise<void> {
  await ownerTransaction(database, owner, async (tx) => {
    await refuseLastAdministrator(tx, owner)
    // No valid username contains `@`, so no other account has this one.
    const username = `@${owner}`
    const closedAccount = {
      username,
      username_key: username,
      email: '',
      email_key: null,
      name: null,
      password_hash: '',
      passkey_handle: null,
    }
    const closed = { ...closedAccount, is_enabled: 0, is_admin: 0, updated_at: clock.now().toISOString() }
    await tx.updateTable('users').set(closed).where('id', '=', owner).execute()
    await deleteCredentials(tx, owner)
    await jobs.enqueue(tx, 'account.delete', { userId: owner }, { userId: owner, dedupeKey: `account.delete:${owner}` })
  })
}

async function refuseLastAdministrator(tx: Tx, owner: UserId): Promise<void> {
  // This update changes nothing, but it locks the rows of all administrators on both databases. Otherwise the last two
  // administrators could close their accounts at the same time.
  await tx
    .updateTable('users')
    .set((set) => ({ is_admin: set.ref('is_admin') }))
    .where('is_admin', '=', 1)
    .execute()
  if (await isLastAdministrator(tx, owner)) {
    throw new AppError('forbidden', 'the last administrator can’t be deleted while other accounts exist')
  }
}

/** @returns true if the user is the only administrator and there are other enabled users */
export async function isLastAdministrator(db: Db, owner: UserId): Promise<boolean> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'is_admin'])
    .where('is_enabled', '=', 1)
    .where((where) => where.or([where('is_admin', '=', 1), where('id', '!=', owner)]))
    .orderBy('is_admin', 'desc')
    .limit(2)
    .execute()
  const administrators = rows.filter((row) => row.is_admin === 1)
  const isOnly = administrators.length === 1 && Number(administrators[0]!.id) === owner
  return isOnly && rows.length > 1
}

async function deleteCredentials(tx: Tx, owner: UserId): Promise<void> {
  const tables = [
    'session',
    'sign_in_step',
    'access_token',
    'refresh_token',
    'authorization_code',
    'app_password',
    'oauth_client',
    'recovery_code',
    'second_factor',
    'passkey',
    'passkey_challenge',
    'recovery_link',
    'identity',
    'provider_request',
    'site_credential',
    'user_config',
    'security_event',
  ] as const
  for (const table of tables) await tx.deleteFrom(table).where('user_id', '=', owner).execute()
  await tx.updateTable('entry').set({ uid: null }).where('user_id', '=', owner).where('uid', 'is not', null).execute()
}
