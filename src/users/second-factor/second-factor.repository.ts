import type { Db, Tx } from '../../db/schema.ts'
import type { UserId } from '../../kernel/branded-ids.ts'

interface StoredFactor {
  readonly secretSealed: Uint8Array
  /** false during setup, until the user confirms it with a first code */
  readonly isOn: boolean
  readonly createdAt: string
}

export async function findSecondFactor(db: Db, owner: UserId): Promise<StoredFactor | undefined> {
  const row = await db
    .selectFrom('second_factor')
    .select(['secret_sealed', 'confirmed_at', 'created_at'])
    .where('user_id', '=', owner)
    .executeTakeFirst()
  return row && { secretSealed: row.secret_sealed, isOn: row.confirmed_at !== null, createdAt: row.created_at }
}

/** @returns true if this user needs a code to sign in */
export async function hasSecondFactor(db: Db, owner: UserId): Promise<boolean> {
  return (await findSecondFactor(db, owner))?.isOn === true
}

/**
 * Stores a new secret, which is not active until the user confirms it with a code. It replaces an earlier inactive
 * secret.
 * @returns false if the owner already has an active second factor
 */
export async function setNewFactor(tx: Tx, owner: UserId, secretSealed: Uint8Array, now: string): Promise<boolean> {
  const values = { secret_sealed: secretSealed, last_step: 0, created_at: now }
  const row = await tx
    .insertInto('second_factor')
    .values({ user_id: owner, ...values })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(values).where('second_factor.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Activates the second factor.
 * @param step time step of the code that confirmed it. The code of this step cannot be used again.
 * @returns false if no second factor is being set up
 */
export async function switchFactorOn(tx: Tx, owner: UserId, step: number, now: string): Promise<boolean> {
  const row = await tx
    .updateTable('second_factor')
    .set({ confirmed_at: now, last_step: step })
    .where('user_id', '=', owner)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Uses up the code of a time step (RFC 6238).
 * @returns false if the code of this step or of a later one has already been used
 */
export async function spendStep(tx: Tx, owner: UserId, step: number): Promise<boolean> {
  const row = await tx
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('user_id', '=', owner)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Deletes the second factor and its recovery codes.
 * @returns true if the second factor was active
 */
export async function deleteFactor(tx: Tx, owner: UserId): Promise<boolean> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', owner).execute()
  const row = await tx
    .deleteFrom('second_factor')
    .where('user_id', '=', owner)
    .returning('confirmed_at')
    .executeTakeFirst()
  return row !== undefined && row.confirmed_at !== null
}

/** Replaces the hashes of all recovery codes of the owner. */
export async function setRecoveryCodes(tx: Tx, owner: UserId, hashes: readonly Uint8Array[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', owner).execute()
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ user_id: owner, code_hash })))
    .execute()
}

/**
 * Deletes a recovery code.
 * @returns false if the owner has no code with this hash
 */
export async function spendRecoveryCode(tx: Tx, owner: UserId, hash: Uint8Array): Promise<boolean> {
  const row = await tx
    .deleteFrom('recovery_code')
    .where('user_id', '=', owner)
    .where('code_hash', '=', hash)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function countRecoveryCodes(db: Db, owner: UserId): Promise<number> {
  const { total } = await db
    .selectFrom('recovery_code')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('user_id', '=', owner)
    .executeTakeFirstOrThrow()
  return Number(total)
}
