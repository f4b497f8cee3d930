import { callerOf } from '../../security-events/caller.ts'
import { findAccount } from '../../users/identities/find-account.ts'
import type { IdentityProvider } from '../../users/identities/identity-provider.ts'
import { linkIdentity } from '../../users/identities/link-identity.ts'
import { CALLBACK_PATH, spendProviderRequest, type SpentRequest } from '../../users/identities/provider-request.ts'
import { readClaims, type ProviderClaims } from '../../users/identities/read-claims.ts'
import { AppError } from '../../kernel/errors.ts'
import { recordOwnEvent } from '../security/record-own-event.ts'
import { redirectToSecurity } from '../security/redirect-to-security.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'
import { SIGN_IN_COOKIE } from '../sessions/send-to-sign-in.ts'
import { PROVIDER_PATH } from '../sessions/login.page.ts'
import { startSession, type SignInRoutesDeps } from '../sessions/sign-in.routes.ts'
import type { ProviderFailure } from '../sessions/sign-in-reason.ts'
import { redirectTo, type WebResponse } from '../web-response.ts'
import { addBackChannelSignOut } from './back-channel-sign-out.routes.ts'
import { openProvider, REQUEST_COOKIE } from './open-provider.ts'
import { addProviderSignOut } from './provider-sign-out.routes.ts'

/**
 * Maximum duration of a session in seconds. After it, the provider is asked again, which may have suspended the person
 * meanwhile.
 */
const SESSION_SECONDS = 30 * 86_400

/** Adds the sign-in with the identity provider of the settings. */
export function addProviderSignInRoutes(routes: ServerRoutes, deps: SignInRoutesDeps): void {
  const { provider } = deps
  if (!provider) return
  routes.get(PROVIDER_PATH, async (request) => {
    const address = await openProvider(deps, request, provider)
    return address === undefined ? refuse(request, 'provider-away') : redirectTo(address, 302)
  })
  routes.get(CALLBACK_PATH, (request) => finish(deps, provider, request), { head: 'none' })
  addProviderSignOut(routes, deps, provider)
  addBackChannelSignOut(routes, deps, provider)
}

/** Returns to the sign-in page, which says why the provider did not sign in the user. */
function refuse(request: ServerRequest, reason: ProviderFailure | 'over'): WebResponse {
  request.cookies.write(SIGN_IN_COOKIE, reason, 60)
  return redirectTo('/login?local=1', 302)
}

/** Checks the answer of the provider. It is accepted once, and only from the browser that started the sign-in. */
async function finish(
  deps: SignInRoutesDeps,
  provider: IdentityProvider,
  request: ServerRequest,
): Promise<WebResponse> {
  const caller = callerOf(request)
  const { state } = request.query
  const cookie = request.cookies.read(REQUEST_COOKIE)
  const isWhole = typeof state === 'string' && cookie !== undefined
  const spent = isWhole ? await spendProviderRequest(deps, { state, cookie }) : undefined
  const isOthers = spent?.owner !== undefined && spent.owner !== request.session?.user.id
  if (!isWhole || !spent || isOthers) return refuse(request, 'over')
  const claims = await claimsOf(deps, provider, request, { spent, state })
  if (spent.owner !== undefined) return link(deps, request, claims)
  if (!claims) return refuse(request, 'provider')
  const account = await findAccount(deps, provider, { claims, caller })
  if (account.kind !== 'found') return refuse(request, `provider-${account.kind}`)
  const { user } = account
  const life = { isRemembered: true, maxSeconds: SESSION_SECONDS }
  return startSession(deps, request, { user, ...life, origin: claims, caller })
}

/** @returns undefined if the provider refused, cannot be reached, or sent a wrong answer. The log says why. */
async function claimsOf(
  deps: SignInRoutesDeps,
  provider: IdentityProvider,
  request: ServerRequest,
  { spent, state }: { readonly spent: SpentRequest; readonly state: string },
): Promise<ProviderClaims | undefined> {
  const address = new URL(deps.baseUrl + CALLBACK_PATH)
  address.search = request.url.slice(request.url.indexOf('?'))
  try {
    return await readClaims(provider, spent, { address, state })
  } catch (error) {
    // The cause of the error may contain tokens, so that only its name and message are logged.
    const { name, message } = error as Error
    request.log.error(
      { issuer: provider.issuer, reason: `${name}: ${message}` },
      'the identity provider signed in no user',
    )
    return undefined
  }
}

/** Links the account at the provider with the signed-in user, who has proved their identity before. */
async function link(
  deps: SignInRoutesDeps,
  request: ServerRequest,
  claims: ProviderClaims | undefined,
): Promise<WebResponse> {
  if (!claims || !request.session) return redirectToSecurity(request, 'identities.failed')
  try {
    await linkIdentity(deps, request.session.user.id, claims)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error
    return redirectToSecurity(request, 'identities.taken')
  }
  await recordOwnEvent(deps, request, 'identity-linked')
  return redirectToSecurity(request, 'identities.linked')
}
