import type { Caller } from '../../security-events/caller.ts'
import { checkCode, type CheckCodeDeps } from '../../users/second-factor/check-code.ts'
import { checkPassword, type CheckPasswordDeps } from '../../users/passwords/check-password.ts'
import type { Session } from '../../users/sessions/session.ts'
import type { ProofField } from './proof-fields.ts'

export type CheckProofDeps = CheckPasswordDeps & CheckCodeDeps

/** A user's proof of identity; its address counts for the budget of failures. */
export interface GivenProof extends Caller {
  readonly password: string
  /** absent if the password is sufficient */
  readonly code?: string
}

/**
 * Asks a signed-in user to prove their identity again.
 * @returns the part that is wrong, or undefined if the proof is right; the code is checked only if the password is right
 * @throws AppError `too_many_requests`
 */
export async function findWrongProof(
  deps: CheckProofDeps,
  { user }: Session,
  { password, code, ...caller }: GivenProof,
): Promise<ProofField | undefined> {
  const known = await checkPassword(deps, { ...caller, login: user.username, password })
  if (!known) return 'password'
  if (code === undefined) return undefined
  const isRight = await checkCode(deps, { ...caller, id: user.id, username: user.username, code })
  return isRight ? undefined : 'code'
}
