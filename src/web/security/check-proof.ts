import { checkCode, type CheckCodeDeps } from '../../users/check-code.ts'
import { checkPassword, type CheckPasswordDeps } from '../../users/check-password.ts'
import type { Session } from '../../users/session.ts'
import type { ProofField } from './proof-fields.ts'

export type CheckProofDeps = CheckPasswordDeps & CheckCodeDeps

export interface GivenProof {
  readonly password: string
  /** absent where the password is enough */
  readonly code?: string
  /** network address of who sends it, for the budget of failures */
  readonly address: string
}

/**
 * Asks somebody who is signed in once more who they are.
 * @returns which part of the proof is wrong, or undefined when it is right; a code is looked at only after the password
 * @throws AppError `too_many_requests`
 */
export async function findWrongProof(
  deps: CheckProofDeps,
  { user }: Session,
  { password, code, address }: GivenProof,
): Promise<ProofField | undefined> {
  const known = await checkPassword(deps, { login: user.username, password, address })
  if (!known) return 'password'
  if (code === undefined) return undefined
  const isRight = await checkCode(deps, { id: user.id, username: user.username, code, address })
  return isRight ? undefined : 'code'
}
