import {
  CONFIRMATION_PATH,
  confirmMailAddress,
  findAddressToConfirm,
  type MailAddressDeps,
} from '../../mail/change-mail-addresses.ts'
import type { UrlSecrets } from '../../throttling/url-secret-throttle.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'
import { formOf, formText, frameFor, type WebContext } from '../web-context.ts'
import { pageResponse, type WebResponse } from '../web-response.ts'
import { confirmAddressPage } from './confirm-address.page.ts'

export interface ConfirmAddressDeps extends WebContext, Pick<MailAddressDeps, 'database' | 'clock'> {
  readonly secrets: UrlSecrets
}

/**
 * Adds the page that a confirmation mail links to. It needs no session, because the token proves that the visitor reads the
 * mails of the address. Only its button confirms the address, because programs that check mails open their links.
 */
export function addConfirmAddressRoutes(routes: ServerRoutes, deps: ConfirmAddressDeps): void {
  routes.get(CONFIRMATION_PATH, (request) => {
    const { token } = request.query
    return answer(deps, request, typeof token === 'string' ? token : '', false)
  })
  routes.post(CONFIRMATION_PATH, (request) => answer(deps, request, formText(formOf(request), 'token'), true))
}

async function answer(
  deps: ConfirmAddressDeps,
  request: ServerRequest,
  token: string,
  isConfirmation: boolean,
): Promise<WebResponse> {
  await deps.secrets.admit(request, token)
  const address = await (isConfirmation ? confirmMailAddress : findAddressToConfirm)(deps, token)
  const frame = frameFor(deps, request)
  const headers = { 'referrer-policy': 'no-referrer' }
  if (address === undefined) {
    await deps.secrets.missed(request)
    return pageResponse(confirmAddressPage({ frame, kind: 'wrong' }), 404, headers)
  }
  deps.secrets.opened(request, token)
  if (isConfirmation) return pageResponse(confirmAddressPage({ frame, kind: 'confirmed', address }), 200, headers)
  return pageResponse(confirmAddressPage({ frame, kind: 'asked', address, token, server: deps.baseUrl }), 200, headers)
}
