import type { Database } from '../../db/database.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { deriveKey, seal, unseal } from '../../kernel/seal.ts'
import { newRecoveryCodes, storeRecoveryCodes } from './recovery-codes.ts'
import { advanceRevision } from '../revision.ts'
import { deleteFactor, findSecondFactor, setNewFactor, switchFactorOn } from './second-factor.repository.ts'
import { newTotpSecret, totpStep } from './totp.ts'
import { ownerTransaction, type OwnerTx } from '../owner-transaction.ts'

export interface SecondFactorDeps {
  readonly database: Database
  readonly clock: Clock
  /** key of the instance; the key that encrypts the secrets is derived from it */
  readonly instanceKey: Uint8Array
}

/**
 * Creates a secret for the owner's authenticator app. It becomes active when the owner confirms it with a first code.
 * @throws AppError `conflict` if the owner already has an active second factor
 */
export async function startSecondFactor(deps: SecondFactorDeps, owner: UserId): Promise<void> {
  const sealed = sealSecret(deps, owner, await newTotpSecret())
  const now = deps.clock.now().toISOString()
  const isSet = await ownerTransaction(deps.database, owner, (tx) => setNewFactor(tx, owner, sealed, now))
  if (!isSet) throw new AppError('conflict', 'the second factor is on already')
}

/** @returns the secret in base 32 while the owner is setting up the second factor; otherwise undefined */
export async function findNewSecret(deps: SecondFactorDeps, owner: UserId): Promise<string | undefined> {
  const factor = await deps.database.read((db) => findSecondFactor(db, owner))
  return factor && !factor.isOn ? openSecret(deps, owner, factor.secretSealed) : undefined
}

/**
 * Activates the second factor. Every later sign-in requires it. The caller must have checked the password.
 * @param code code of the authenticator app, as the user typed it
 * @returns the recovery codes, which cannot be shown again
 * @throws AppError `invalid_input` for a wrong code, with `details.field` `code`; `conflict` if no second factor is
 *   being set up
 */
export async function confirmSecondFactor(
  deps: SecondFactorDeps,
  owner: UserId,
  code: string,
): Promise<readonly string[]> {
  const secret = await findNewSecret(deps, owner)
  if (secret === undefined) throw new AppError('conflict', 'no second factor is being set up')
  const now = deps.clock.now()
  const step = await totpStep(secret, code, now)
  if (step === undefined) throw new AppError('invalid_input', 'the code is wrong', { details: { field: 'code' } })
  const codes = newRecoveryCodes()
  await ownerTransaction(deps.database, owner, async (tx) => {
    await advanceRevision(tx, owner)
    const isOn = await switchFactorOn(tx, owner, step, now.toISOString())
    if (!isOn) throw new AppError('conflict', 'no second factor is being set up')
    await storeRecoveryCodes(tx, owner, codes)
  })
  return codes
}

/**
 * Removes the second factor. The caller must have checked the user's right to do so.
 * @returns true if the second factor was active
 */
export async function removeSecondFactor(
  { database }: Pick<SecondFactorDeps, 'database'>,
  owner: UserId,
): Promise<boolean> {
  return ownerTransaction(database, owner, async (tx) => {
    await advanceRevision(tx, owner)
    return deleteFactor(tx, owner)
  })
}

/** @returns the secret of the active second factor; undefined if there is none or it cannot be decrypted */
export async function findSecretInUse(deps: SecondFactorDeps, tx: OwnerTx, owner: UserId): Promise<string | undefined> {
  const factor = await findSecondFactor(tx, owner)
  return factor?.isOn ? openSecret(deps, owner, factor.secretSealed) : undefined
}

function sealSecret({ instanceKey }: SecondFactorDeps, owner: UserId, secret: string): Uint8Array {
  return seal(deriveKey(instanceKey, 'second factor'), secret, sealContext(owner))
}

function openSecret({ instanceKey }: SecondFactorDeps, owner: UserId, sealed: Uint8Array): string | undefined {
  return unseal(deriveKey(instanceKey, 'second factor'), sealed, sealContext(owner))
}

/**
 * @returns the context that the encrypted secret is bound to. After a copy to the row of another user, the secret can
 *   no longer be decrypted.
 */
const sealContext = (owner: UserId): string => JSON.stringify(['second factor', owner])
