import type { AuthenticatorTransport } from '@simplewebauthn/server'
import type { Db, Tx } from '../../db/schema.ts'
import type { UserId } from '../../kernel/branded-ids.ts'

/** A passkey as its owner sees it. */
export interface Passkey {
  readonly id: number
  readonly name: string
  /** host at which browsers offer it */
  readonly rpId: string
  /** true if a password manager copies it to other devices */
  readonly isSynced: boolean
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

/** @returns the owner's passkeys, newest first */
export async function listPasskeys(db: Db, owner: UserId): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkey')
    .select(['id', 'name', 'rp_id', 'is_synced', 'created_at', 'last_used_at'])
    .where('user_id', '=', owner)
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: Number(row.id),
    name: row.name,
    rpId: row.rp_id,
    isSynced: row.is_synced === 1,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }))
}

/** The parts of a passkey by which browsers recognize it. */
interface CredentialDescriptor {
  /** the credential id in base64url */
  readonly id: string
  readonly transports: AuthenticatorTransport[]
}

/** @returns the owner's passkeys of a host, for the options of a ceremony */
export async function listDescriptors(db: Db, owner: UserId, rpId: string): Promise<CredentialDescriptor[]> {
  const rows = await db
    .selectFrom('passkey')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', owner)
    .where('rp_id', '=', rpId)
    .execute()
  return rows.map((row) => ({
    id: Buffer.from(row.credential_id).toString('base64url'),
    transports: row.transports.split(' ').filter((name) => name !== '') as AuthenticatorTransport[],
  }))
}

/** A passkey with its account, as the check of a signature needs it. */
export interface StoredPasskey {
  readonly id: number
  readonly owner: UserId
  readonly publicKey: Uint8Array
  readonly counter: number
  readonly handle: Uint8Array | null
}

/** @returns the passkey with this credential id, if it belongs to the host and its account is enabled */
export async function findPasskey(db: Db, credentialId: Uint8Array, rpId: string): Promise<StoredPasskey | undefined> {
  const row = await db
    .selectFrom('passkey')
    .innerJoin('users', 'users.id', 'passkey.user_id')
    .select(['passkey.id', 'passkey.user_id', 'passkey.public_key', 'passkey.counter', 'users.passkey_handle'])
    .where('passkey.credential_id', '=', credentialId)
    .where('passkey.rp_id', '=', rpId)
    .where('users.is_enabled', '=', 1)
    .executeTakeFirst()
  return (
    row && {
      id: Number(row.id),
      owner: Number(row.user_id) as UserId,
      publicKey: row.public_key,
      counter: Number(row.counter),
      handle: row.passkey_handle,
    }
  )
}

/**
 * Records the use of a passkey. A counter that does not increase means that the key was copied, or the signature used
 * before (https://www.w3.org/TR/webauthn-3/#sctn-sign-counter). Authenticators that do not count send 0.
 * @returns false if the counter did not increase, or the passkey was removed meanwhile
 */
export async function recordPasskeyUse(
  tx: Tx,
  { id, owner }: Pick<StoredPasskey, 'id' | 'owner'>,
  { counter, now }: { readonly counter: number; readonly now: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('passkey')
    .set({ counter, last_used_at: now })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .$if(counter > 0, (update) => update.where('counter', '<', counter))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns true if the owner has a passkey with this id; it then has the new name */
export async function renamePasskeyRow(tx: Tx, owner: UserId, id: number, name: string): Promise<boolean> {
  const row = await tx
    .updateTable('passkey')
    .set({ name })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns the number of passkeys that browsers offer at other hosts only, because the address of the service changed */
export async function countPasskeysOfOtherHosts(db: Db, rpId: string): Promise<number> {
  const { total } = await db
    .selectFrom('passkey')
    .select((select) => select.fn.countAll<number | string>().as('total'))
    .where('rp_id', '!=', rpId)
    .executeTakeFirstOrThrow()
  return Number(total)
}
