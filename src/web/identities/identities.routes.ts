import { AppError, notFound } from '../../kernel/errors.ts'
import { requireId } from '../../kernel/parse-id.ts'
import { callerOf } from '../../security-events/caller.ts'
import { removeWayIn } from '../../users/remove-way-in.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { missingProof } from '../security/missing-proof.ts'
import { recordOwnEvent } from '../security/record-own-event.ts'
import { redirectToSecurity, type SecurityRoutesDeps } from '../security/redirect-to-security.ts'
import { showSecurity } from '../security/show-security.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'
import { frameFor, localizationFor } from '../web-context.ts'
import { pageResponse, redirectTo, type WebResponse } from '../web-response.ts'
import { continuePage, IDENTITIES_PATH } from './identities.page.ts'
import { openProvider } from './open-provider.ts'

/** Adds the routes that link and unlink accounts at the identity provider. Both require a proof of identity. */
export function addIdentityRoutes(routes: ServerRoutes, deps: SecurityRoutesDeps): void {
  routes.post(`${IDENTITIES_PATH}/link`, (request) => link(deps, request))
  // A browser may reload the address of a form by GET.
  routes.get(`${IDENTITIES_PATH}/link`, async () => redirectTo('/config/security#identities', 303))
  routes.post(`${IDENTITIES_PATH}/:id/unlink`, (request) => unlink(deps, request))
}

async function link(deps: SecurityRoutesDeps, request: ServerRequest): Promise<WebResponse> {
  const caller = callerOf(request)
  const { session, owner, fields } = checkedForm(deps, request)
  const { provider } = deps
  if (!provider) throw notFound('identity provider')
  const wrong = await missingProof(deps, session, { fields, caller })
  if (wrong) {
    const message = localizationFor(request).t(`security.proof.wrong.${wrong}`)
    return showSecurity(deps, request, { form: 'link', field: wrong, message })
  }
  const address = await openProvider(deps, request, provider, owner)
  if (address === undefined) return redirectToSecurity(request, 'identities.away')
  return pageResponse(continuePage({ frame: frameFor(deps, request), providerName: provider.name, address }))
}

async function unlink(deps: SecurityRoutesDeps, request: ServerRequest<{ readonly id: string }>): Promise<WebResponse> {
  const caller = callerOf(request)
  const { session, owner, fields } = checkedForm(deps, request)
  const { t } = localizationFor(request)
  const id = requireId(request.params.id, 'identity')
  const refuse = (field: string, message: string) =>
    showSecurity(deps, request, { form: `unlink-${id}`, field, message })
  const wrong = await missingProof(deps, session, { fields, caller })
  if (wrong) return refuse(wrong, t(`security.proof.wrong.${wrong}`))
  try {
    await removeWayIn(deps, owner, { kind: 'identity', id })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error
    return refuse('passkey', t('identities.last'))
  }
  await recordOwnEvent(deps, request, 'identity-unlinked')
  return redirectToSecurity(request, 'identities.unlinked')
}
