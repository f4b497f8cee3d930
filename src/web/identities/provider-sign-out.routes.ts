import type { IdentityProvider } from '../../users/identities/identity-provider.ts'
import type { ServerRoutes } from '../server-routes.ts'
import { PROVIDER_SIGN_OUT_PATH } from '../sessions/login.page.ts'
import { redirectTo } from '../web-response.ts'

/**
 * Adds the sign-out at the provider (OpenID Connect RP-Initiated Logout). The sign-in page links to it after a sign-out.
 * The provider asks the user, because Dogear does not keep the ID token that would prove the session.
 */
export function addProviderSignOut(
  routes: ServerRoutes,
  { baseUrl }: { readonly baseUrl: string },
  provider: IdentityProvider,
): void {
  const back = '/login?local=1'
  routes.get(PROVIDER_SIGN_OUT_PATH, async (request) => {
    try {
      const configuration = await provider.configuration()
      if (configuration.serverMetadata().end_session_endpoint === undefined) return redirectTo(back, 302)
      const { buildEndSessionUrl } = await import('openid-client')
      const address = buildEndSessionUrl(configuration, { post_logout_redirect_uri: baseUrl + back })
      return redirectTo(address.href, 302)
    } catch (error) {
      request.log.error({ err: error, issuer: provider.issuer }, 'the identity provider cannot be reached')
      return redirectTo(back, 302)
    }
  })
}
