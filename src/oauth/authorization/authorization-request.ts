import type { AppScope } from '../../users/passwords/app-scopes.ts'
import { isRegistered } from '../apps/redirect-uri.ts'
import { isDocumentAddress } from '../apps/app-document.ts'
import type { FindApp } from '../apps/find-app.ts'
import type { RegisteredApp } from '../apps/registered-app.ts'
import { checkResource } from '../check-resource.ts'
import type { Caller } from '../../security-events/caller.ts'
import { OauthError } from '../oauth-error.ts'
import { readRequestedScopes } from '../requested-scopes.ts'
import { returnAddress } from './return-address.ts'

/** A request of an app for access to a library (RFC 6749, section 4.1.1), which the user has to decide. */
export interface AuthorizationRequest {
  readonly app: RegisteredApp
  readonly redirectUri: string
  readonly state: string | undefined
  readonly scopes: readonly AppScope[]
  /** SHA-256 of the app's verifier, in base64url (RFC 7636) */
  readonly challenge: string
}

/**
 * `unknown-app`, `no-document` and `wrong-address`: the browser must not return to the address in the request. `refused`: the app gets the
 * error at `address`, but only if the user goes there, because anyone can register an app and its address.
 */
export type AuthorizationOutcome =
  | { readonly kind: 'valid'; readonly request: AuthorizationRequest }
  | { readonly kind: 'unknown-app' }
  /** the `client_id` is an address, but the app does not describe itself there */
  | { readonly kind: 'no-document'; readonly host: string }
  | { readonly kind: 'wrong-address'; readonly app: RegisteredApp }
  | { readonly kind: 'refused'; readonly app: RegisteredApp; readonly address: string; readonly reason: string }

export interface ReadAuthorizationDeps {
  readonly findApp: FindApp
  /** public address of this server, without a slash at the end */
  readonly baseUrl: string
}

/** The names of the parameters of an authorization request. */
export const AUTHORIZATION_PARAMETERS: readonly string[] = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
]

/** Reads and checks the parameters of an authorization request. Only the challenge method S256 is accepted. */
export async function readAuthorizationRequest(
  { findApp, baseUrl }: ReadAuthorizationDeps,
  parameters: ReadonlyMap<string, string>,
  caller: Caller,
): Promise<AuthorizationOutcome> {
  const clientId = parameters.get('client_id') ?? ''
  const app = await findApp(clientId, caller)
  if (!app && isDocumentAddress(clientId)) return { kind: 'no-document', host: new URL(clientId).host }
  if (!app) return { kind: 'unknown-app' }
  const redirectUri = parameters.get('redirect_uri') ?? (app.redirectUris.length === 1 ? app.redirectUris[0]! : '')
  if (!isRegistered(redirectUri, app.redirectUris)) return { kind: 'wrong-address', app }
  const state = parameters.get('state')
  try {
    const rest = readRest(parameters, baseUrl)
    return { kind: 'valid', request: { app, redirectUri, state, ...rest } }
  } catch (error) {
    if (!(error instanceof OauthError)) throw error
    const { error: code, message: reason } = error
    const address = returnAddress({ redirectUri, state }, baseUrl, { error: code, error_description: reason })
    return { kind: 'refused', app, address, reason }
  }
}

function readRest(parameters: ReadonlyMap<string, string>, baseUrl: string) {
  if (parameters.get('response_type') !== 'code') {
    throw new OauthError(400, 'unsupported_response_type', 'The parameter "response_type" must be "code".')
  }
  const challenge = parameters.get('code_challenge') ?? ''
  if (parameters.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge)) {
    throw new OauthError(400, 'invalid_request', 'A "code_challenge" with the method "S256" is required.')
  }
  checkResource(parameters.get('resource'), baseUrl)
  return { scopes: readRequestedScopes(parameters.get('scope')), challenge }
}
