import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import * as oauth from 'oauth4webapi'
import type { Dialect } from '../../src/db/database.ts'
import { testApp, type TestApp, type TestAppOptions, type TestUser } from '../support/app.ts'
import { freePort } from '../support/ports.ts'
import { hiddenField, signedIn, type InjectBrowser } from '../web/inject-browser.fixture.ts'

/** Tests have no TLS. */
export const INSECURE = { [oauth.allowInsecureRequests]: true } as const
const NO_SECRET = oauth.None()

/** The service on a loopback port, and what the client library has discovered about it. */
export interface OauthStage {
  readonly app: TestApp
  readonly server: oauth.AuthorizationServer
}

export async function openOauthStage(t: TestContext, dialect: Dialect, options?: TestAppOptions): Promise<OauthStage> {
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const app = await testApp(t, dialect, { ...options, baseUrl })
  await app.app.listen({ host: '127.0.0.1', port })
  const issuer = new URL(baseUrl)
  const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...INSECURE })
  return { app, server: await oauth.processDiscoveryResponse(issuer, answer) }
}

/** Registers an app. */
export async function register(
  { server }: OauthStage,
  metadata: Readonly<Record<string, oauth.JsonValue>> = {},
): Promise<oauth.Client> {
  const given = { client_name: 'Sample App', redirect_uris: ['http://127.0.0.1/callback'], ...metadata }
  const answer = await oauth.dynamicClientRegistrationRequest(server, given, INSECURE)
  return oauth.processDynamicClientRegistrationResponse(answer)
}

/** The steps of one authorization, as the app and the browser of the user do them. */
export interface Authorization {
  readonly client: oauth.Client
  readonly browser: InjectBrowser
  readonly verifier: string
  readonly redirectUri: string
  /** path and query of the consent page */
  readonly path: string
}

/** What differs from the usual request: another app, and other parameters. */
interface RequestChanges {
  readonly client?: oauth.Client
  readonly parameters?: Readonly<Record<string, string>>
}

/** Prepares the request of a registered app, and a browser in which the user is signed in. */
export async function startAuthorization(
  stage: OauthStage,
  user: TestUser,
  { client, parameters: changes }: RequestChanges = {},
): Promise<Authorization> {
  const registered = client ?? (await register(stage))
  const verifier = oauth.generateRandomCodeVerifier()
  const parameters: Record<string, string> = {
    client_id: registered.client_id,
    redirect_uri: 'http://127.0.0.1:53124/callback',
    response_type: 'code',
    scope: 'read save',
    state: 'the state',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...changes,
  }
  const { pathname } = new URL(stage.server.authorization_endpoint!)
  const path = `${pathname}?${new URLSearchParams(parameters)}`
  const browser = await signedIn(stage.app, user)
  return { client: registered, browser, verifier, redirectUri: parameters['redirect_uri']!, path }
}

/** Answers the question of the consent page. @returns the address to which the browser goes */
export async function decide({ browser, path }: Authorization, decision: 'allow' | 'refuse'): Promise<URL> {
  const page = await browser.get(path)
  assert.equal(page.statusCode, 200, page.body)
  const fields = Object.fromEntries(new URL(path, 'http://x').searchParams)
  const answer = await browser.post('/oauth/authorize', { ...fields, token: hiddenField(page.body, 'token'), decision })
  assert.equal(answer.statusCode, 303, answer.body)
  return new URL(answer.headers.location!)
}

/** Exchanges the code in the address to which the browser returned. */
export async function exchange(
  { server }: OauthStage,
  { client, verifier, redirectUri }: Omit<Authorization, 'path' | 'browser'>,
  returned: URL,
): Promise<oauth.TokenEndpointResponse> {
  const callback = oauth.validateAuthResponse(server, client, returned, 'the state')
  const request = [server, client, NO_SECRET, callback, redirectUri, verifier, INSECURE] as const
  return oauth.processAuthorizationCodeResponse(server, client, await oauth.authorizationCodeGrantRequest(...request))
}

/** Connects an app with the library of a user. @returns the tokens */
export async function connect(
  stage: OauthStage,
  user: TestUser,
  changes: RequestChanges = {},
): Promise<{ readonly client: oauth.Client; readonly tokens: oauth.TokenEndpointResponse }> {
  const authorization = await startAuthorization(stage, user, changes)
  const tokens = await exchange(stage, authorization, await decide(authorization, 'allow'))
  return { client: authorization.client, tokens }
}

export async function refresh({ server }: OauthStage, client: oauth.Client, token: string) {
  const answer = await oauth.refreshTokenGrantRequest(server, client, NO_SECRET, token, INSECURE)
  return oauth.processRefreshTokenResponse(server, client, answer)
}

export async function revoke({ server }: OauthStage, client: oauth.Client, token: string): Promise<void> {
  await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, NO_SECRET, token, INSECURE))
}

export async function startDevice({ server }: OauthStage, client: oauth.Client, scope = 'read') {
  const answer = await oauth.deviceAuthorizationRequest(server, client, NO_SECRET, { scope }, INSECURE)
  return oauth.processDeviceAuthorizationResponse(server, client, answer)
}

export async function pollDevice({ server }: OauthStage, client: oauth.Client, deviceCode: string) {
  const answer = await oauth.deviceCodeGrantRequest(server, client, NO_SECRET, deviceCode, INSECURE)
  return oauth.processDeviceCodeResponse(server, client, answer)
}

/** Asserts that the server refuses with this error of OAuth. */
export async function assertOauthError(work: Promise<unknown>, error: string): Promise<void> {
  await assert.rejects(work, (thrown: unknown) => {
    assert.ok(thrown instanceof oauth.ResponseBodyError, String(thrown))
    assert.equal(thrown.error, error)
    return true
  })
}

/** @returns the status of an API request with a token of the app */
export async function statusOf(
  { app: { app } }: OauthStage,
  { access_token: token }: Pick<oauth.TokenEndpointResponse, 'access_token'>,
  request: { readonly method?: 'GET' | 'POST' | 'DELETE'; readonly url?: string; readonly payload?: object } = {},
): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await app.inject({ url: '/api/entries', ...request, headers })).statusCode
}
