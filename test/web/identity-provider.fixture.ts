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
}

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
  const provider = new Provider(issuer, configuration(baseUrl, persons))
  const handle = provider.callback()
  server.on('request', (request, response) => void handle(request, response))
  return { issuer, persons, signIn: (address, login) => signIn(address, login) }
}

function closeServer(server: Server): void {
  server.close()
  server.closeAllConnections()
}

function configuration(baseUrl: string, persons: ReadonlyMap<string, Person>): Configuration {
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${baseUrl}/login/oidc/callback`],
        post_logout_redirect_uris: [`${baseUrl}/login?local=1`],
      },
    ],
    claims: {
      openid: ['sub', 'groups'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username'],
    },
    cookies: { keys: ['a key of the tests'] },
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

/** Follows the redirects of the provider with its cookies, and fills in its form. */
async function signIn(address: string, login: string): Promise<string> {
  const cookies = new Map<string, string>()
  const ask = async (url: string, form?: Readonly<Record<string, string>>): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const body = form && { method: 'POST', body: new URLSearchParams(form) }
    const response = await fetch(url, { headers: { cookie }, redirect: 'manual', ...body })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      cookies.set(name!, value!)
    }
    return response
  }
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
