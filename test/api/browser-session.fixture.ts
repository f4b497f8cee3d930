/** Stores cookies and submits forms like a browser. Does not follow redirects. */
export interface BrowserSession {
  /** @param path a path on the server, or its full URL */
  get(path: string): Promise<Response>
  post(path: string, fields: Readonly<Record<string, string>>): Promise<Response>
  /** the current cookies by name */
  readonly cookies: ReadonlyMap<string, string>
}

/** @param base URL of the server */
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
