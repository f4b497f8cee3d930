import assert from 'node:assert/strict'

/** A signed-in browser without a page: it stores cookies and sends forms. It does not follow redirects. */
export interface WebClient {
  /** @returns the body of a page */
  get(path: string): Promise<string>
  /** Sends a form with the token of a page. @returns the response */
  post(path: string, fields: Readonly<Record<string, string | Blob>>, hasFile?: boolean): Promise<Response>
}

/** @returns a browser that has signed in */
export async function signInto(base: string, username: string, password: string): Promise<WebClient> {
  const cookies = new Map<string, string>()
  const send = async (path: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const headers = { cookie, origin: base, 'sec-fetch-site': 'same-origin' }
    const answer = await fetch(base + path, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return answer
  }
  const get = async (path: string) => (await send(path)).text()
  const post: WebClient['post'] = (path, fields, hasFile = false) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    const pairs = [...form].map(([name, value]) => [name, String(value)])
    return send(path, { method: 'POST', body: hasFile ? form : new URLSearchParams(pairs) })
  }
  const token = hiddenValue(await get('/login'), '_csrf_token')
  const answer = await post('/login_check', { _username: username, _password: password, _csrf_token: token })
  assert.equal(answer.status, 302, await answer.text())
  return { get, post }
}

/** @returns the value of a hidden field of a page */
export function hiddenValue(page: string, name: string): string {
  const value = page.split(`name="${name}" value="`)[1]?.split('"')[0]
  assert.ok(value, `no hidden field ${name}`)
  return value
}
