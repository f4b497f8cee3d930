import type { IdentityProvider } from '../../users/identities/identity-provider.ts'
import type { MessageKey } from '../messages/message-key.ts'
import { localizationFor, type WebContext } from '../web-context.ts'
import type { CheckReauthenticationDeps } from './check-reauthentication.ts'
import type { WebResponse } from '../web-response.ts'
import type { ServerRequest } from '../server-routes.ts'
import { redirectWithNotice } from '../redirect-with-notice.ts'

export interface SecurityRoutesDeps extends WebContext, CheckReauthenticationDeps {
  /** number of days for which security events are kept */
  readonly eventDays: number
  /** the identity provider of the settings */
  readonly provider?: IdentityProvider
}

/** Redirects to the security page, which shows a message once. */
export function redirectToSecurity(request: ServerRequest, notice: MessageKey): WebResponse {
  return redirectWithNotice(request, '/config/security', localizationFor(request).t(notice))
}
