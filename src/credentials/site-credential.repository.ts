import type { Db } from '../db/schema.ts'
import type { UserId } from '../kernel/brand.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'

/** A stored row; see `seal-credential.ts`. */
export interface SealedCredential {
  readonly host: string
  readonly usernameSealed: Uint8Array
  readonly passwordSealed: Uint8Array
  /** ISO text in UTC */
  readonly createdAt: string
  readonly updatedAt: string
}

/** @returns the owner's credentials, by host */
export async function listCredentialRows(db: Db, owner: UserId): Promise<SealedCredential[]> {
  return owned(db, owner).orderBy('host').execute()
}

/** @returns the owner's credentials for any of the hosts */
export async function findCredentialRows(db: Db, owner: UserId, hosts: readonly string[]): Promise<SealedCredential[]> {
  return owned(db, owner)
    .where('host', 'in', [...hosts])
    .execute()
}

/** Stores a credential and replaces an older one for the host, whose creation time stays. */
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

/** @returns whether there was a credential for the host */
export async function deleteCredentialRow(tx: OwnerTx, owner: UserId, host: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('site_credential')
    .where('user_id', '=', owner)
    .where('host', '=', host)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Every read starts here, so no query can forget whose credentials it may see. */
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
