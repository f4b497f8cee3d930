import type { Database } from '../../db/database.ts'
import type { UserId } from '../../kernel/brand.ts'
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
  /** from which the key for this purpose alone is derived */
  readonly instanceKey: Uint8Array
}

/**
 * Makes a secret for an owner to put into their app. Nothing is asked for until a first code was right.
 * @throws AppError `conflict` when a second factor is on already
 */
export async function startSecondFactor(deps: SecondFactorDeps, owner: UserId): Promise<void> {
  const sealed = sealSecret(deps, owner, await newTotpSecret())
  const now = deps.clock.now().toISOString()
  const isSet = await ownerTransaction(deps.database, owner, (tx) => setNewFactor(tx, owner, sealed, now))
  if (!isSet) throw new AppError('conflict', 'the second factor is on already')
}

/** @returns the secret that is being set up, in base 32, or undefined when none is */
export async function findNewSecret(deps: SecondFactorDeps, owner: UserId): Promise<string | undefined> {
  const factor = await deps.database.read((db) => findSecondFactor(db, owner))
  return factor && !factor.isOn ? openSecret(deps, owner, factor.secretSealed) : undefined
}

/**
 * Switches the second factor on, from the next sign-in on. The caller has asked for the password.
 * @param code of the app, as it was typed
 * @returns the recovery codes, which nobody can be shown again
 * @throws AppError `invalid_input` with `details.field` `code`, `conflict` when none is being set up
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

/** Takes the second factor away, without asking for anything. @returns whether there was one */
export async function removeSecondFactor(
  { database }: Pick<SecondFactorDeps, 'database'>,
  owner: UserId,
): Promise<boolean> {
  return ownerTransaction(database, owner, async (tx) => {
    await advanceRevision(tx, owner)
    return deleteFactor(tx, owner)
  })
}

/** @returns the secret of a second factor that is on, or undefined where there is none, or none that can be opened */
export async function findSecretInUse(deps: SecondFactorDeps, tx: OwnerTx, owner: UserId): Promise<string | undefined> {
  const factor = await findSecondFactor(tx, owner)
  return factor?.isOn ? openSecret(deps, owner, factor.secretSealed) : undefined
}

function sealSecret({ instanceKey }: SecondFactorDeps, owner: UserId, secret: string): Uint8Array {
  return seal(deriveKey(instanceKey, 'second factor'), secret, place(owner))
}

function openSecret({ instanceKey }: SecondFactorDeps, owner: UserId, sealed: Uint8Array): string | undefined {
  return unseal(deriveKey(instanceKey, 'second factor'), sealed, place(owner))
}

/** A row that is copied to another user does not open. */
const place = (owner: UserId): string => JSON.stringify(['second factor', owner])
