import { sentText, type FormFields } from '../../kernel/form-body.ts'
import type { Caller } from '../../security-events/caller.ts'
import { checkCode, type CheckCodeDeps } from '../../users/second-factor/check-code.ts'
import { checkPassword, type CheckPasswordDeps } from '../../users/passwords/check-password.ts'
import { verifyPasskey, type VerifyPasskeyDeps } from '../../users/passkeys/verify-passkey.ts'
import { isRecentSignIn } from '../../users/sessions/recent-sign-in.ts'
import type { Session } from '../../users/sessions/session.ts'
import { formText } from '../web-context.ts'
import type { ReauthenticationField } from './reauthentication-form.ts'

export type CheckReauthenticationDeps = CheckPasswordDeps & CheckCodeDeps & VerifyPasskeyDeps

/**
 * The password or a passkey, and perhaps a code, with which a signed-in user proves their identity again. Failures are
 * counted per account and per network address, which `Caller` contains.
 */
interface SubmittedCredentials extends Caller, SentProof {
  /** code of the second factor; absent if the form asks for the password only */
  readonly code?: string
}

interface SentProof {
  readonly password: string
  /** what the browser sent after asking for a passkey, as JSON; empty if the user did not use one */
  readonly passkey: string
}

/** @returns the password and the passkey in a form */
export function sentProof(fields: FormFields): SentProof {
  return { password: sentText(fields, 'password') ?? '', passkey: formText(fields, 'passkey') }
}

/** What is wrong: a field of the form, or `sign-in` if an account without a password must sign in again. */
export type WrongProof = ReauthenticationField | 'passkey' | 'sign-in'

/**
 * Checks the password or the passkey of a signed-in user, and then the code. A passkey that has asked for a PIN, a
 * fingerprint or the like replaces both. An account without a password needs a recent sign-in instead of one.
 * @returns what is wrong; undefined if everything is right
 * @throws AppError `too_many_requests` after too many failures
 */
export async function checkReauthentication(
  deps: CheckReauthenticationDeps,
  session: Session,
  { password, passkey, code, ...caller }: SubmittedCredentials,
): Promise<WrongProof | undefined> {
  const { id, username } = session.user
  if (passkey !== '') {
    const verified = await verifyPasskey(deps, passkey, { purpose: 'proof', owner: id, caller })
    if (!verified) return 'passkey'
    if (verified.isUserVerified) return undefined
  } else if (session.hasPassword) {
    if (!(await checkPassword(deps, { ...caller, login: username, password }))) return 'password'
  } else if (!(await deps.database.read((db) => isRecentSignIn(db, session, deps.clock.now())))) {
    return 'sign-in'
  }
  if (code === undefined) return undefined
  return (await checkCode(deps, { ...caller, id, username, code })) ? undefined : 'code'
}
