import type { Db } from '../db/schema.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'

/** A stored credential. Its username and password are encrypted by `seal-credential.ts`. */
export interface SealedCredential {
  readonly host: string
  readonly usernameSealed: Uint8Array
  readonly passwordSealed: Uint8Array
  /** ISO text in UTC */
  readonly createdAt: string
  readonly updatedAt: string
}

/** @returns the owner's credentials, sorted by host */
export async function listCredentialRows(db: Db, owner: UserId): Promise<SealedCredential[]> {
  return owned(db, owner).orderBy('host').execute()
}

/** @returns the owner's credentials for these hosts */
export async function findCredentialRows(db: Db, owner: UserId, hosts: readonly string[]): Promise<SealedCredential[]> {
  return owned(db, owner)
    .where('host', 'in', [...hosts])
    .execute()
}

/** Stores a credential, or replaces the existing one for its host. A replaced credential keeps its creation time. */
export async function setCredentialRow(tx: OwnerTx, owner: UserId, credential: SealedCredential): Promise<void> {
  const values = {
    username_sealed: credential.usernameSealed,
    password_sealed: credential.passwordSealed,
    updated_at: credential.updatedAt,
  }
  await tx
    .insertInto('site_credential')
    .values({ user_id: owner, host: credential.host, created_at: credential.createdAt, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'host']).doUpdateSet(values))
    .execute()
}

/** Deletes the credential for a host. @returns false if there was none */
export async function deleteCredentialRow(tx: OwnerTx, owner: UserId, host: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('site_credential')
    .where('user_id', '=', owner)
    .where('host', '=', host)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * @returns a query for the owner's credentials. All reads use it, so that no read can forget the condition on the
 *   owner.
 */
function owned(db: Db, owner: UserId) {
  return db
    .selectFrom('site_credential')
    .select([
      'host',
      'username_sealed as usernameSealed',
      'password_sealed as passwordSealed',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .where('user_id', '=', owner)
}
