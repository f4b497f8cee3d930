import assert from 'node:assert/strict'
import type { LightMyRequestResponse } from 'fastify'
import type { TestApp, TestUser } from '../support/app.ts'

type Fields = Readonly<Record<string, string>>
type Headers = Readonly<Record<string, string>>

/** A simulated browser that stores cookies and sends forms, without a network. It does not follow redirects. */
export interface InjectBrowser {
  readonly cookies: Map<string, string>
  get(path: string, headers?: Headers): Promise<LightMyRequestResponse>
  post(path: string, fields: Fields, headers?: Headers): Promise<LightMyRequestResponse>
  /** Signs in with the form. */
  signIn(user: Pick<TestUser, 'username' | 'password'>, fields?: Fields): Promise<LightMyRequestResponse>
}

export function injectBrowser({ app }: Pick<TestApp, 'app'>): InjectBrowser {
  const cookies = new Map<string, string>()
  const keep = (answer: LightMyRequestResponse): LightMyRequestResponse => {
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ')
  const get: InjectBrowser['get'] = async (path, headers = {}) =>
    keep(await app.inject({ url: path, headers: { ...(cookies.size > 0 && { cookie: cookie() }), ...headers } }))
  const post: InjectBrowser['post'] = async (path, fields, headers = {}) =>
    keep(
      await app.inject({
        method: 'POST',
        url: path,
        headers: { cookie: cookie(), 'content-type': 'application/x-www-form-urlencoded', ...SAME, ...headers },
        payload: new URLSearchParams(fields).toString(),
      }),
    )
  const signIn: InjectBrowser['signIn'] = async ({ username, password }, fields = {}) => {
    const token = hiddenField((await get('/login')).body, '_csrf_token')
    return post('/login_check', { _username: username, _password: password, _csrf_token: token, ...fields })
  }
  return { cookies, get, post, signIn }
}

/** Headers that a browser sends with a form on a page of the same site. */
const SAME: Headers = { host: 'dogear.test', origin: 'http://dogear.test', 'sec-fetch-site': 'same-origin' }

/** Headers that a browser sends with a form on a page with an opaque origin, such as a sandboxed page. */
export const NOWHERE: Headers = { origin: 'null', 'sec-fetch-site': 'cross-site' }

/** @returns a signed-in browser */
export async function signedIn(app: TestApp, user: TestUser): Promise<InjectBrowser> {
  const browser = injectBrowser(app)
  assert.equal((await browser.signIn(user)).statusCode, 302)
  assert.ok(browser.cookies.has('session'))
  return browser
}

/** @returns the value of a hidden field. Finds only the order of attributes on which apps depend: `name`, `value`. */
export function hiddenField(page: string, name: string): string {
  const escaped = name.replaceAll(/[[\]]/g, String.raw`\$&`)
  const value = new RegExp(`name="${escaped}" value="([^"\\s]+)" />`).exec(page)?.[1]
  assert.ok(value, `no hidden field ${name}`)
  return value
}
