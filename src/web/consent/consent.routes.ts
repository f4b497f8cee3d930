import {
  AUTHORIZATION_PARAMETERS,
  readAuthorizationRequest,
  type AuthorizationOutcome,
  type ReadAuthorizationDeps,
} from '../../oauth/authorization/authorization-request.ts'
import {
  allowAuthorization,
  refuseAuthorization,
  type DecideAuthorizationDeps,
} from '../../oauth/authorization/decide-authorization.ts'
import { OAUTH_PATHS } from '../../oauth/server-metadata.ts'
import { callerOf } from '../../security-events/caller.ts'
import type { Localization } from '../layout/localization.ts'
import { uiPolicy } from '../content-security-policy.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'
import { formText, frameFor, localizationFor, sessionOf, type WebContext } from '../web-context.ts'
import { pageResponse, redirectTo, type WebResponse } from '../web-response.ts'
import { consentPage, refusedConsentPage } from './consent.page.ts'
import { formTarget } from './form-target.ts'

export type ConsentRoutesDeps = WebContext & DecideAuthorizationDeps & ReadAuthorizationDeps

/** Adds the page on which users allow an app to use their library. Apps open it in the browser. */
export function addConsentRoutes(routes: ServerRoutes, deps: ConsentRoutesDeps): void {
  routes.get(OAUTH_PATHS.authorize, (request) => showConsent(deps, request))
  routes.post(OAUTH_PATHS.authorize, (request) => decide(deps, request))
}

async function showConsent(deps: ConsentRoutesDeps, request: ServerRequest): Promise<WebResponse> {
  const parameters = pickTexts((name) => request.query[name])
  const outcome = await readAuthorizationRequest(deps, parameters, callerOf(request))
  if (outcome.kind !== 'valid') return showRefusal(deps, request, outcome)
  const { user, csrfToken } = sessionOf(request)
  const view = { csrfToken, username: user.username, request: outcome.request, parameters }
  const target = formTarget(outcome.request.redirectUri)
  return pageResponse(consentPage({ frame: frameFor(deps, request), ...view }), 200, {
    'content-security-policy': uiPolicy({ remoteImages: deps.hasRemoteImages, formTarget: target }),
  })
}

async function decide(deps: ConsentRoutesDeps, request: ServerRequest): Promise<WebResponse> {
  const caller = callerOf(request)
  const { fields, owner } = checkedForm(deps, request)
  const outcome = await readAuthorizationRequest(
    deps,
    pickTexts((name) => fields.get(name)),
    caller,
  )
  if (outcome.kind !== 'valid') return showRefusal(deps, request, outcome)
  const isAllowed = formText(fields, 'decision') === 'allow'
  const address = isAllowed
    ? await allowAuthorization(deps, owner, outcome.request, caller)
    : refuseAuthorization(deps, outcome.request)
  return redirectTo(address, 303)
}

function showRefusal(
  deps: ConsentRoutesDeps,
  request: ServerRequest,
  outcome: Exclude<AuthorizationOutcome, { readonly kind: 'valid' }>,
): WebResponse {
  const { t } = localizationFor(request)
  const frame = frameFor(deps, request)
  if (outcome.kind === 'refused') {
    const { address, reason } = outcome
    return pageResponse(refusedConsentPage({ frame, message: t('consent.refused', { reason }), address }), 400)
  }
  return pageResponse(refusedConsentPage({ frame, message: messageOf(outcome, t) }), 400)
}

function messageOf(
  outcome: Exclude<AuthorizationOutcome, { readonly kind: 'valid' | 'refused' }>,
  t: Localization['t'],
): string {
  if (outcome.kind === 'no-document') return t('consent.noDocument', { host: outcome.host })
  return t(outcome.kind === 'unknown-app' ? 'consent.unknown' : 'consent.wrongAddress')
}

/** @returns the parameters of an authorization request that have one text value */
function pickTexts(valueOf: (name: string) => unknown): ReadonlyMap<string, string> {
  const pairs = AUTHORIZATION_PARAMETERS.map((name) => [name, valueOf(name)] as const)
  return new Map(pairs.filter((pair): pair is readonly [string, string] => typeof pair[1] === 'string'))
}
