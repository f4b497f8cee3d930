import type { FormFields } from '../../kernel/form-body.ts'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../security-events/caller.ts'
import type { Session } from '../../users/sessions/session.ts'
import { isRecentSignIn } from '../../users/sessions/recent-sign-in.ts'
import {
  checkReauthentication,
  sentProof,
  type CheckReauthenticationDeps,
  type WrongProof,
} from './check-reauthentication.ts'

type Deps = CheckReauthenticationDeps & { readonly database: Database }

/**
 * Checks that the sign-in was a short time ago, or that a form contains the right password or a passkey.
 * @returns what is wrong; undefined if one of them is right
 * @throws AppError `too_many_requests` after too many failures
 */
export async function missingProof(
  deps: Deps,
  session: Session,
  { fields, caller }: { readonly fields: FormFields; readonly caller: Caller },
): Promise<WrongProof | undefined> {
  if (await deps.database.read((db) => isRecentSignIn(db, session, deps.clock.now()))) return undefined
  return checkReauthentication(deps, session, { ...caller, ...sentProof(fields) })
}
