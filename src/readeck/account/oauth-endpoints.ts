import { CREDENTIALS_BODY } from '../../kernel/body-limits.ts'
import { hashToken } from '../../kernel/random-token.ts'
import { cutText, storableText } from '../../kernel/storable-text.ts'
import { readAppMetadata } from '../../oauth/apps/app-metadata.ts'
import { registerApp, type RegisterAppDeps } from '../../oauth/apps/register-app.ts'
import { DEVICE_GRANT } from '../../oauth/apps/registered-app.ts'
import { codeGrant } from '../../oauth/authorization/code-grant.ts'
import { countingRefusals } from '../../oauth/count-refusals.ts'
import { deviceGrant } from '../../oauth/device/device-grant.ts'
import { deviceResponse, startDeviceSignIn, type StartDeviceDeps } from '../../oauth/device/start-device-sign-in.ts'
import { OauthError } from '../../oauth/oauth-error.ts'
import { revokeToken } from '../../oauth/revoke-token.ts'
import { OAUTH_PATHS } from '../../oauth/server-metadata.ts'
import type { TokenPair } from '../../oauth/token-pair.ts'
import type { AppGrantDeps } from '../../oauth/token-request.ts'
import { clientVerifier } from '../../oauth/verify-client.ts'
import { callerOf } from '../../security-events/caller.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import { networkOf } from '../../throttling/network-of-address.ts'
import { readScopes } from '../../users/passwords/app-scopes.ts'
import type { KeyCall, PublicCall } from '../wire/endpoint.ts'
import { appScopes, READECK_SCOPES, readeckScopes } from './scopes.ts'
import { readFields, sentText, type SentFields } from '../wire/sent-fields.ts'

export interface OauthEndpointDeps extends RegisterAppDeps, StartDeviceDeps, AppGrantDeps {
  readonly baseUrl: string
  readonly refusalsPerClient: Throttle
}

const CODE_GRANT = 'authorization_code'
const GRANTS: readonly string[] = [CODE_GRANT, DEVICE_GRANT]

/** Apps of Readeck cannot renew their tokens. Users end the access under Settings → Security. */
const LIFETIME_SECONDS = 10 * 365 * 86_400
const NO_REFRESH = { access: LIFETIME_SECONDS, refresh: 0, family: LIFETIME_SECONDS, grace: 0 }

/** Describes the sign-in of apps below the path of this interface (RFC 8414), with the members and the order of Readeck. */
export function describeServer({ baseUrl }: OauthEndpointDeps) {
  const base = `${baseUrl}/readeck`
  return {
    issuer: `${base}/`,
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/api/oauth/token`,
    device_authorization_endpoint: `${base}/api/oauth/device`,
    registration_endpoint: `${base}/api/oauth/client`,
    revocation_endpoint: `${base}/api/oauth/revoke`,
    grant_types_supported: GRANTS,
    response_types_supported: ['code'],
    scopes_supported: READECK_SCOPES,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'bearer'],
  }
}

/** Registers an app. Readeck's apps do so before each sign-in. */
export async function registerClient(deps: OauthEndpointDeps, { request, reply }: PublicCall) {
  const caller = callerOf(request)
  const sent = await readFields(request, CREDENTIALS_BODY)
  const grants = (sent.get('grant_types', true) ?? GRANTS) as unknown
  if (!Array.isArray(grants) || grants.some((grant) => !GRANTS.includes(grant as string))) {
    throw new OauthError(400, 'invalid_client_metadata', `"grant_types" is a list of ${GRANTS.join(', ')}`)
  }
  const metadata = new Map<string, unknown>([
    ['client_name', sent.get('client_name', false)],
    ['redirect_uris', sent.get('redirect_uris', true)],
    ['grant_types', grants],
  ])
  const { publicId, name, redirectUris } = await registerApp(deps, readAppMetadata(metadata), caller)
  const echo = (field: string) => cutText(storableText(String(sent.get(field, false) ?? '')), 2000)
  return reply.code(201).send({
    client_id: publicId,
    client_name: name,
    client_uri: echo('client_uri'),
    logo_uri: '',
    redirect_uris: redirectUris.length > 0 ? redirectUris : null,
    software_id: echo('software_id'),
    software_version: echo('software_version'),
    token_endpoint_auth_method: 'none',
    grant_types: grants,
    response_types: ['code'],
  })
}

/** Starts the sign-in of a device, whose user enters the code on Dogear's page. */
export async function startDevice(deps: OauthEndpointDeps, { request, reply }: PublicCall) {
  const caller = callerOf(request)
  const sent = await readFields(request, CREDENTIALS_BODY)
  const scopes = appScopes(sentText(sent, 'scope'))
  const started = await startDeviceSignIn(deps, { appId: sentText(sent, 'client_id') ?? '', scopes, caller })
  reply.header('cache-control', 'no-store')
  return deviceResponse(started, deps.baseUrl)
}

/** Sends the browser to Dogear's page for the consent. An invalid request is refused there. */
export async function authorize(_deps: OauthEndpointDeps, { query, reply }: PublicCall) {
  const parameters = new URLSearchParams(query)
  parameters.set('response_type', 'code')
  parameters.set('scope', translatedScope(query.get('scope') ?? undefined))
  return reply.redirect(`${OAUTH_PATHS.authorize}?${parameters}`, 303)
}

function translatedScope(scope: string | undefined): string {
  try {
    return appScopes(scope).join(' ')
  } catch {
    return scope || 'none'
  }
}

/** Exchanges the code of a browser or of a device for a token. */
export async function grantToken(deps: OauthEndpointDeps, { request, reply }: PublicCall) {
  const caller = callerOf(request)
  const sent = await readFields(request, CREDENTIALS_BODY)
  if (sent.fault !== undefined) throw invalidRequest(sent.fault)
  const grant = requiredText(sent, 'grant_type')
  if (!GRANTS.includes(grant)) throw invalidRequest(`${grant} is not one of ${GRANTS.join(', ')}`)
  const names = ['client_id', 'code', 'code_verifier', 'redirect_uri', 'device_code']
  const parameters = new Map(names.flatMap((name) => entryOf(name, sentText(sent, name))))
  const grantDeps = { ...deps, lifetimes: NO_REFRESH }
  if (grant === CODE_GRANT) requiredText(sent, 'code_verifier')
  const id = grant === DEVICE_GRANT ? requiredText(sent, 'client_id') : parameters.get('client_id')
  const key = id === undefined ? networkOf(caller.address) : id
  const pair = await countingRefusals(deps.refusalsPerClient, key, async () => {
    const client = id === undefined ? undefined : await clientVerifier(deps.database)({ id, secret: '' })
    if (client?.kind === 'client') throw new OauthError(400, 'invalid_client', 'This client has no such grant')
    const grantRequest = { parameters, basic: undefined, caller }
    return client && grant === DEVICE_GRANT
      ? deviceGrant(grantDeps, client.app, grantRequest)
      : codeGrant(grantDeps, client?.app, grantRequest)
  })
  return reply.code(201).header('cache-control', 'no-store').send(presentToken(pair))
}

function presentToken({ accessToken, scope }: TokenPair) {
  return {
    id: Buffer.from(hashToken(accessToken)).toString('base64url').slice(0, 22),
    access_token: accessToken,
    token_type: 'Bearer',
    scope: readeckScopes(readScopes(scope)).join(' '),
  }
}

/** Revokes the token that sends the request. */
export async function revoke(deps: OauthEndpointDeps, { request, key }: KeyCall) {
  const caller = callerOf(request)
  const token = requiredText(await readFields(request, CREDENTIALS_BODY), 'token')
  if (!key.isToken || token !== key.secret) throw new OauthError(400, 'access_denied', 'This is another token.')
  await revokeToken(deps, { token, caller })
  return {}
}

function requiredText(sent: SentFields, name: string): string {
  const value = sentText(sent, name)
  if (!value) throw invalidRequest(`error on field "${name}": field is required`)
  return value
}

const entryOf = (name: string, value: string | undefined): [string, string][] =>
  value === undefined ? [] : [[name, value]]

const invalidRequest = (description: string) => new OauthError(400, 'invalid_request', description)
