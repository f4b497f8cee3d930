import type { UserId } from '../../kernel/branded-ids.ts'
import type { IdentityProvider } from '../../users/identities/identity-provider.ts'
import {
  REQUEST_SECONDS,
  startProviderRequest,
  type ProviderRequestDeps,
} from '../../users/identities/provider-request.ts'
import type { ServerRequest } from '../server-routes.ts'

/** Cookie without which the answer of the provider is refused. Sign-ins in several tabs share it. */
export const REQUEST_COOKIE = 'oidc'

/**
 * Starts a sign-in at the provider.
 * @param owner the signed-in user who links an account
 * @returns the address at the provider; undefined if it cannot be reached, which is logged
 */
export async function openProvider(
  deps: ProviderRequestDeps,
  request: ServerRequest,
  provider: IdentityProvider,
  owner?: UserId,
): Promise<string | undefined> {
  const known = request.cookies.read(REQUEST_COOKIE)
  try {
    const { address, cookie } = await startProviderRequest(deps, provider, { owner, cookie: known })
    request.cookies.write(REQUEST_COOKIE, cookie, REQUEST_SECONDS)
    return address
  } catch (error) {
    request.log.error({ err: error, issuer: provider.issuer }, 'the identity provider cannot be reached')
    return undefined
  }
}
