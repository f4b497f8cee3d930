import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { Provider, type Configuration } from 'oidc-provider'

/** A person at the provider, by the login that the test enters there. */
export type Person = Readonly<Record<string, unknown>>

/** An identity provider on loopback, and a browser that signs in there. */
export interface TestProvider {
  readonly issuer: string
  /** the persons, which a test may change */
  readonly persons: Map<string, Person>
  /** Signs in at the address of an authorization request. @returns the address at which the browser comes back */
  signIn(address: string, login: string): Promise<string>
  /** Signs out at the provider, in the browser that signed in last with this login. The provider then sends a logout token. */
  signOut(login: string): Promise<void>
  /** Receives the logout tokens of the provider; a test that sets it passes them on. @returns the status of the answer */
  onLogoutToken: (path: string, token: string) => Promise<number>
  /** @returns a token with the key of the provider, or another one */
  signToken(claims: object, header?: object, key?: KeyObject): string
}

type Cookies = Map<string, string>

const KEY_ID = 'test'
const CLIENT = { id: 'dogear', secret: 'a secret that only the tests know' }

/** Settings of a Dogear that uses the provider. */
export const settingsFor = (issuer: string): Readonly<Record<string, string>> => ({
  DOGEAR_OIDC_ISSUER: issuer,
  DOGEAR_OIDC_CLIENT_ID: CLIENT.id,
  DOGEAR_OIDC_CLIENT_SECRET: CLIENT.secret,
  DOGEAR_OIDC_NAME: 'Test ID',
})

/** @param baseUrl public address of Dogear */
export async function startProvider(t: TestContext, baseUrl: string): Promise<TestProvider> {
  const persons = new Map<string, Person>()
  const { createServer } = await import('node:http')
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => closeServer(server))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwks = { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: KEY_ID, use: 'sig', alg: 'RS256' }] }
  const send: Configuration['fetch'] = async (url, { body }) => {
    const status = await started.onLogoutToken(new URL(url).pathname, body!.get('logout_token')!)
    return new Response(null, { status })
  }
  const provider = new Provider(issuer, { ...configuration(baseUrl, persons), jwks, fetch: send })
  const handle = provider.callback()
  server.on('request', (request, response) => void handle(request, response))
  const browsers = new Map<string, Cookies>()
  const started: TestProvider = {
    issuer,
    persons,
    signIn: (address, login) => {
      const cookies: Cookies = new Map()
      browsers.set(login, cookies)
      return signIn(address, login, cookies)
    },
    signOut: (login) => signOut(issuer, browsers.get(login)!),
    onLogoutToken: async () => 200,
    signToken: (claims, header = {}, key = privateKey) => {
      const parts = [{ alg: 'RS256', kid: KEY_ID, typ: 'logout+jwt', ...header }, claims]
      const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
      return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
    },
  }
  return started
}

function closeServer(server: Server): void {
  server.close()
  server.closeAllConnections()
}

function configuration(baseUrl: string, persons: ReadonlyMap<string, Person>): Omit<Configuration, 'jwks' | 'fetch'> {
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${baseUrl}/login/oidc/callback`],
        post_logout_redirect_uris: [`${baseUrl}/login?local=1`],
        backchannel_logout_uri: `${baseUrl}/login/oidc/back-channel`,
        backchannel_logout_session_required: true,
      },
    ],
    claims: {
      openid: ['sub', 'groups'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username'],
    },
    cookies: { keys: ['a key of the tests'] },
    features: { backchannelLogout: { enabled: true } },
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id, ...persons.get(id) }) }),
    // Consent is given without a question.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  }
}

/** @returns a function that sends requests with the cookies of a browser, and keeps those of the responses */
function asker(cookies: Cookies) {
  return async (url: string, form?: Readonly<Record<string, string>>): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const body = form && { method: 'POST', body: new URLSearchParams(form) }
    const response = await fetch(url, { headers: { cookie }, redirect: 'manual', ...body })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      cookies.set(name!, value!)
    }
    return response
  }
}

/** Confirms the form for signing out. */
async function signOut(issuer: string, cookies: Cookies): Promise<void> {
  const ask = asker(cookies)
  const page = await (await ask(`${issuer}/session/end`)).text()
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)![1]!
  const response = await ask(`${issuer}/session/end/confirm`, { xsrf, logout: 'yes' })
  if (response.status >= 400) throw new Error(`the provider answers ${response.status}: ${await response.text()}`)
}

/** Follows the redirects of the provider with its cookies, and fills in its form. */
async function signIn(address: string, login: string, cookies: Cookies): Promise<string> {
  const ask = asker(cookies)
  const { origin } = new URL(address)
  let response = await ask(address)
  for (let steps = 0; steps < 8; steps++) {
    const location = response.headers.get('location')
    if (location === null) throw new Error(`the provider answers ${response.status}: ${await response.text()}`)
    const next = new URL(location, origin)
    if (next.origin !== origin) return next.href
    const isForm = next.pathname.startsWith('/interaction/')
    response = await ask(next.href, isForm ? { prompt: 'login', login, password: 'any' } : undefined)
  }
  throw new Error('the provider redirects without an end')
}
