import type { Caller } from '../../security-events/caller.ts'
import { checkCode, type CheckCodeDeps } from '../../users/second-factor/check-code.ts'
import { checkPassword, type CheckPasswordDeps } from '../../users/passwords/check-password.ts'
import type { Session } from '../../users/sessions/session.ts'
import type { ReauthenticationField } from './reauthentication-form.ts'

export type CheckReauthenticationDeps = CheckPasswordDeps & CheckCodeDeps

/**
 * The password, and perhaps a code, with which a signed-in user proves their identity again. Failures are counted per
 * account and per network address, which `Caller` contains.
 */
interface SubmittedCredentials extends Caller {
  readonly password: string
  /** code of the second factor; absent if the form asks for the password only */
  readonly code?: string
}

/**
 * Checks the password of a signed-in user, and then the code.
 * @returns the field that is wrong; undefined if both are right
 * @throws AppError `too_many_requests` after too many failures
 */
export async function checkReauthentication(
  deps: CheckReauthenticationDeps,
  { user }: Session,
  { password, code, ...caller }: SubmittedCredentials,
): Promise<ReauthenticationField | undefined> {
  const known = await checkPassword(deps, { ...caller, login: user.username, password })
  if (!known) return 'password'
  if (code === undefined) return undefined
  const isRight = await checkCode(deps, { ...caller, id: user.id, username: user.username, code })
  return isRight ? undefined : 'code'
}
