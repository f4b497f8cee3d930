import type { Db } from '../db/schema.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'
import type { MailAddress } from './mail-address.ts'

/** @returns the owner's addresses, oldest first */
export async function listMailAddresses(db: Db, owner: UserId): Promise<MailAddress[]> {
  const rows = await db
    .selectFrom('mail_address')
    .select(['id', 'name', 'address', 'confirmed_at'])
    .where('user_id', '=', owner)
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, address, confirmed_at }) => ({
    id: Number(id),
    name,
    address,
    isConfirmed: confirmed_at !== null,
  }))
}

interface NewMailAddress {
  readonly name: string
  readonly address: string
  /** ISO time */
  readonly now: string
  readonly isConfirmed: boolean
}

/** @returns the id of the new address */
export async function insertMailAddress(
  tx: OwnerTx,
  owner: UserId,
  { name, address, now, isConfirmed }: NewMailAddress,
): Promise<number> {
  const row = await tx
    .insertInto('mail_address')
    .values({ user_id: owner, name, address, confirmed_at: isConfirmed ? now : null, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Number(row.id)
}

/** @returns true if the owner had such an address */
export async function removeMailAddress(tx: OwnerTx, owner: UserId, id: number): Promise<boolean> {
  const deleted = tx.deleteFrom('mail_address').where('user_id', '=', owner).where('id', '=', id)
  return (await deleted.returning('id').executeTakeFirst()) !== undefined
}

interface ConfirmationLink {
  readonly hash: Uint8Array
  /** ISO time */
  readonly expiresAt: string
}

/** Stores the link that confirms an address. Earlier links of the address no longer work. */
export async function setConfirmationLink(
  tx: OwnerTx,
  owner: UserId,
  id: number,
  { hash, expiresAt }: ConfirmationLink,
): Promise<void> {
  await tx
    .updateTable('mail_address')
    .set({ token_hash: hash, token_expires_at: expiresAt })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .execute()
}

/** @returns the address that a link confirms; undefined if the link is wrong or has expired */
export async function findLinkedAddress(
  db: Db,
  owner: UserId,
  hash: Uint8Array,
  now: string,
): Promise<{ readonly id: number; readonly address: string } | undefined> {
  const row = await db
    .selectFrom('mail_address')
    .select(['id', 'address'])
    .where('user_id', '=', owner)
    .where('token_hash', '=', hash)
    .where('token_expires_at', '>', now)
    .executeTakeFirst()
  return row && { id: Number(row.id), address: row.address }
}

/** Marks an address as confirmed, and makes its link useless. */
export async function markConfirmed(tx: OwnerTx, owner: UserId, id: number, now: string): Promise<void> {
  await tx
    .updateTable('mail_address')
    .set({ confirmed_at: now, token_hash: null, token_expires_at: null })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .execute()
}
