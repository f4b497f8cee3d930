import { sentText, type FormFields } from '../../kernel/form-body.ts'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../security-events/caller.ts'
import type { Session } from '../../users/sessions/session.ts'
import { isRecentSignIn } from '../../users/sessions/recent-sign-in.ts'
import { checkReauthentication, type CheckReauthenticationDeps } from './check-reauthentication.ts'

type Deps = CheckReauthenticationDeps & { readonly database: Database }

/**
 * Checks that the sign-in was a short time ago, or that a form contains the right password.
 * @throws AppError `too_many_requests` after too many wrong passwords
 */
export async function isReauthenticated(
  deps: Deps,
  session: Session,
  { fields, caller }: { readonly fields: FormFields; readonly caller: Caller },
): Promise<boolean> {
  if (await deps.database.read((db) => isRecentSignIn(db, session, deps.clock.now()))) return true
  const credentials = { ...caller, password: sentText(fields, 'password') ?? '' }
  return (await checkReauthentication(deps, session, credentials)) === undefined
}
