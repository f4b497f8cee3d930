import { DEVICE_GRANT } from './apps/registered-app.ts'
import { codeGrant } from './authorization/code-grant.ts'
import { checkResource } from './check-resource.ts'
import { deviceGrant } from './device/device-grant.ts'
import { OauthError } from './oauth-error.ts'
import type { TokenPair } from './token-pair.ts'
import { clientVerifier, throttleKey, type ClientCredentials, type VerifiedClient } from './verify-client.ts'
import { passwordGrant } from './password-grant.ts'
import { refreshGrant } from './refresh-grant.ts'
import { countingRefusals } from './count-refusals.ts'
import type { GrantTokenDeps, TokenRequest } from './token-request.ts'

/** The grants that a request may name. Any other name is an `invalid_request` (wallabag contract 1.2, first row). */
const KNOWN_GRANTS = new Set(['password', 'refresh_token', 'client_credentials', 'authorization_code', DEVICE_GRANT])

/**
 * @returns the function that handles `/oauth/v2/token`. It makes its checks in the order of table 1.2 of the wallabag
 *   contract.
 */
export function tokenGranter(deps: GrantTokenDeps): (request: TokenRequest) => Promise<TokenPair> {
  const verify = clientVerifier(deps.database)
  return async (request) => {
    const grant = request.parameters.get('grant_type') ?? ''
    if (!KNOWN_GRANTS.has(grant)) {
      throw new OauthError(400, 'invalid_request', 'Invalid grant_type parameter or parameter missing')
    }
    const client = await verify(credentialsOf(request))
    return countingRefusals(deps.refusalsPerClient, throttleKey(client), async () => {
      if (!client.grants.includes(grant)) {
        throw new OauthError(400, 'unauthorized_client', 'The grant type is unauthorized for this client_id')
      }
      return givePair(deps, grant, client, request)
    })
  }
}

async function givePair(
  deps: GrantTokenDeps,
  grant: string,
  client: VerifiedClient,
  request: TokenRequest,
): Promise<TokenPair> {
  checkResource(request.parameters.get('resource'), deps.baseUrl)
  if (grant === 'refresh_token') return refreshGrant(deps, client, request)
  if (client.kind === 'client') {
    return grant === 'password' ? passwordGrant(deps, client.id, request) : refuseCode(request)
  }
  return grant === DEVICE_GRANT ? deviceGrant(deps, client.app, request) : codeGrant(deps, client.app, request)
}

/** Refuses an authorization code. Only registered apps get codes, so no code of another client can be valid. */
async function refuseCode({ parameters }: TokenRequest): Promise<never> {
  if (!parameters.get('code')) throw new OauthError(400, 'invalid_request', 'Missing parameter. "code" is required')
  if (!parameters.get('redirect_uri')) {
    throw new OauthError(400, 'invalid_request', 'The redirect URI parameter is required.')
  }
  throw new OauthError(400, 'invalid_grant', "Code doesn't exist or is invalid for the client")
}

/** @returns id and secret of the client from the HTTP Basic header. Without that header, the parameters are used. */
export function credentialsOf({ basic, parameters }: TokenRequest): ClientCredentials {
  if (basic) return { id: basic.clientId, secret: basic.clientSecret }
  return { id: parameters.get('client_id'), secret: parameters.get('client_secret') ?? '' }
}
