import type { Database } from '../../db/database.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { AppError } from '../../kernel/errors.ts'
import { advanceRevision } from '../revision.ts'
import { hasSecondFactor, setRecoveryCodes, spendRecoveryCode } from './second-factor.repository.ts'
import { hashTypedCode, newTypedCode, readTypedCode } from './typed-code.ts'
import { ownerTransaction, type OwnerTx } from '../owner-transaction.ts'

/** Number of recovery codes (security specification, 3.4). Each has 80 random bits, so it cannot be guessed. */
const CODE_COUNT = 10
const CODE_CHARACTERS = 16

/** @returns new recovery codes, which the user must write down. Only their hashes are stored. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: CODE_COUNT }, () => newTypedCode(CODE_CHARACTERS))
}

/** Stores the hashes of new recovery codes, and deletes the previous ones. */
export async function storeRecoveryCodes(tx: OwnerTx, owner: UserId, codes: readonly string[]): Promise<void> {
  const hashes = codes.map((code) => hashTypedCode(owner, readTypedCode(code, CODE_CHARACTERS)!))
  await setRecoveryCodes(tx, owner, hashes)
}

/**
 * Creates new recovery codes and invalidates the previous ones. The caller must have checked the password and a code.
 * @throws AppError `conflict` if the owner has no active second factor
 */
export async function renewRecoveryCodes(
  { database }: { readonly database: Database },
  owner: UserId,
): Promise<readonly string[]> {
  const codes = newRecoveryCodes()
  await ownerTransaction(database, owner, async (tx) => {
    await advanceRevision(tx, owner)
    if (!(await hasSecondFactor(tx, owner))) throw new AppError('conflict', 'the second factor is off')
    await storeRecoveryCodes(tx, owner, codes)
  })
  return codes
}

/**
 * Uses up a recovery code.
 * @param code the code as the user typed it
 * @returns true if it was one of the owner's codes
 */
export async function useRecoveryCode(tx: OwnerTx, owner: UserId, code: string): Promise<boolean> {
  const bare = readTypedCode(code, CODE_CHARACTERS)
  return bare !== undefined && spendRecoveryCode(tx, owner, hashTypedCode(owner, bare))
}
