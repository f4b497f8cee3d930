import { callerOf } from '../../security-events/caller.ts'
import type { ServerRequest } from '../server-routes.ts'
import { formOf, localizationFor, sessionOf } from '../web-context.ts'
import { checkReauthentication, sentProof, type CheckReauthenticationDeps } from './check-reauthentication.ts'
import type { ReauthenticationError } from './reauthentication-form.ts'

/**
 * Checks the password or the passkey in a form.
 * @returns the refused form with its error message; undefined if the proof is right
 */
export async function refuseProof(
  deps: CheckReauthenticationDeps,
  request: ServerRequest,
  form: string,
): Promise<ReauthenticationError | undefined> {
  const sent = { ...callerOf(request), ...sentProof(formOf(request)) }
  const field = await checkReauthentication(deps, sessionOf(request), sent)
  return field && { form, field, message: localizationFor(request).t(`security.proof.wrong.${field}`) }
}
