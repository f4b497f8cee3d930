import type { Selectable } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { DigestTable } from '../../db/tables/mail-tables.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'
import type { Digest, NewDigest } from './digest.ts'

/** @returns the owner's digests, oldest first */
export async function listDigests(db: Db, owner: UserId): Promise<Digest[]> {
  const rows = await db.selectFrom('digest').selectAll().where('user_id', '=', owner).orderBy('id').execute()
  return rows.map(toDigest)
}

/** @returns the digest; undefined if the owner has no such digest */
export async function findDigest(db: Db, owner: UserId, id: number): Promise<Digest | undefined> {
  const found = db.selectFrom('digest').selectAll().where('user_id', '=', owner).where('id', '=', id)
  const row = await found.executeTakeFirst()
  return row && toDigest(row)
}

/** @returns the id of the new digest */
export async function insertDigest(
  tx: OwnerTx,
  owner: UserId,
  digest: NewDigest & Pick<Digest, 'lastAt'>,
): Promise<number> {
  const row = await tx
    .insertInto('digest')
    .values({ user_id: owner, ...columns(digest), last_at: digest.lastAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Number(row.id)
}

/** @returns true if the owner has such a digest */
export async function updateDigest(
  tx: OwnerTx,
  owner: UserId,
  id: number,
  digest: NewDigest & Pick<Digest, 'lastAt'>,
): Promise<boolean> {
  const row = await tx
    .updateTable('digest')
    .set({ ...columns(digest), last_at: digest.lastAt })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Records the time up to which a digest was sent. */
export async function setLastTime(tx: OwnerTx, owner: UserId, id: number, lastAt: string): Promise<void> {
  await tx.updateTable('digest').set({ last_at: lastAt }).where('user_id', '=', owner).where('id', '=', id).execute()
}

/** @returns true if the owner had such a digest */
export async function removeDigest(tx: OwnerTx, owner: UserId, id: number): Promise<boolean> {
  const deleted = tx.deleteFrom('digest').where('user_id', '=', owner).where('id', '=', id)
  return (await deleted.returning('id').executeTakeFirst()) !== undefined
}

/** @returns the digests of all users, with their owners */
export async function listAllDigests(db: Db): Promise<readonly { readonly id: number; readonly owner: UserId }[]> {
  const rows = await db.selectFrom('digest').select(['id', 'user_id']).execute()
  return rows.map(({ id, user_id }) => ({ id: Number(id), owner: Number(user_id) as UserId }))
}

const columns = ({ addressId, name, query, weekday, minute, maxEntries }: NewDigest) => ({
  address_id: addressId,
  name,
  query,
  weekday,
  minute,
  max_entries: maxEntries,
})

function toDigest(row: Selectable<DigestTable>): Digest {
  return {
    id: Number(row.id),
    addressId: Number(row.address_id),
    name: row.name,
    query: row.query,
    weekday: row.weekday === null ? null : Number(row.weekday),
    minute: Number(row.minute),
    maxEntries: Number(row.max_entries),
    lastAt: row.last_at,
  }
}
