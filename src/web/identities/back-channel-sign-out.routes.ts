import { callerOf } from '../../security-events/caller.ts'
import { endProviderSessions } from '../../users/identities/end-provider-sessions.ts'
import type { IdentityProvider } from '../../users/identities/identity-provider.ts'
import { logoutTokenReader, type ReadLogoutToken } from '../../users/identities/logout-token.ts'
import { CREDENTIALS_BODY } from '../../kernel/body-limits.ts'
import { dataResponse, type ServerResponse } from '../server-response.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'
import type { SignInRoutesDeps } from '../sessions/sign-in.routes.ts'
import { formOf, formText } from '../web-context.ts'

/** Path to which the provider sends logout tokens. It is registered at the provider. */
const PATH = '/login/oidc/back-channel'

/** Adds the route by which the provider ends sessions (OpenID Connect Back-Channel Logout 1.0, section 2.5). */
export function addBackChannelSignOut(routes: ServerRoutes, deps: SignInRoutesDeps, provider: IdentityProvider): void {
  const readToken = logoutTokenReader(provider, deps.clock)
  routes.post(PATH, async (request) => endSessions(deps, request, readToken), { bodyLimit: CREDENTIALS_BODY })
}

async function endSessions(
  deps: SignInRoutesDeps,
  request: ServerRequest,
  readToken: ReadLogoutToken,
): Promise<ServerResponse> {
  const caller = callerOf(request)
  const text = formText(formOf(request), 'logout_token')
  const token = await readToken(text).catch((error: Error) => error.message)
  if (typeof token === 'string') return refuse(request, token)
  const users = await endProviderSessions(deps.database, token)
  if (!users) return refuse(request, 'it was used before')
  for (const userId of users) await deps.securityEvents.record(caller, { kind: 'sessions-ended-by-provider', userId })
  return answer(200, '')
}

/** The log says why, and the response does not, because anyone may have sent the token. */
function refuse(request: ServerRequest, reason: string): ServerResponse {
  request.log.warn({ requestId: request.id, reason }, 'a logout token was refused')
  return answer(400, JSON.stringify({ error: 'invalid_request' }))
}

/** Section 2.8. */
function answer(status: number, body: string): ServerResponse {
  return dataResponse(body, { 'content-type': 'application/json', 'cache-control': 'no-store' }, status)
}
