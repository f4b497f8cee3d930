/** What a browser does for a reader: keeps cookies, and sends forms. Redirects are left to the test. */
export interface BrowserSession {
  /** @param path on the server, or a whole address there */
  get(path: string): Promise<Response>
  post(path: string, fields: Readonly<Record<string, string>>): Promise<Response>
  /** cookies by name, as they stand */
  readonly cookies: ReadonlyMap<string, string>
}

/** @param base address of the server */
export function browserSession(base: string): BrowserSession {
  const cookies = new Map<string, string>()
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(cookie !== '' && { cookie }), 'sec-fetch-site': 'same-origin', ...init.headers }
    const answer = await fetch(new URL(path, base), { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) keepCookie(cookies, line)
    return answer
  }
  return {
    cookies,
    get: (path) => send(path, {}),
    post: (path, fields) =>
      send(path, { method: 'POST', body: new URLSearchParams(fields), headers: { origin: base } }),
  }
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
  if (/max-age=0/i.test(line)) cookies.delete(name!)
  else cookies.set(name!, value!)
}
