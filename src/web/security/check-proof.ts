import type { Caller } from '../../security-events/caller.ts'
import { checkCode, type CheckCodeDeps } from '../../users/second-factor/check-code.ts'
import { checkPassword, type CheckPasswordDeps } from '../../users/passwords/check-password.ts'
import type { Session } from '../../users/sessions/session.ts'
import type { ProofField } from './proof-fields.ts'

export type CheckProofDeps = CheckPasswordDeps & CheckCodeDeps

/** What somebody proves with who they are; the address it comes from counts for the budget of failures. */
export interface GivenProof extends Caller {
  readonly password: string
  /** absent where the password is enough */
  readonly code?: string
}

/**
 * Asks somebody who is signed in once more who they are.
 * @returns which part of the proof is wrong, or undefined when it is right; a code is looked at only after the password
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
