import { registerRequest } from '../requests-under-way.ts'

const STREAM = 'text/vnd.turbo-stream.html'

/** The response to a form. */
export interface FormResponse {
  /** the Turbo Streams of the response; undefined if it is something else */
  readonly streams?: string
  /** the server's reason for refusing; undefined if it gave none, or could not be reached */
  readonly reason?: string
  /** address to which the server redirected */
  readonly redirect?: string
  /** whether the session has ended, so that the response is the sign-in page */
  readonly isSignedOut?: boolean
}

/**
 * Sends a form without Turbo, which would abort the previous form if that was not answered yet. The request continues
 * if the user leaves the page.
 */
export function postForm(path: string, fields: URLSearchParams): Promise<FormResponse> {
  return registerRequest(post(path, fields))
}

async function post(path: string, body: URLSearchParams): Promise<FormResponse> {
  try {
    const headers = { accept: `${STREAM}, text/html` }
    const response = await fetch(path, { method: 'POST', body, keepalive: true, headers })
    const text = await response.text()
    if (response.headers.get('content-type')?.startsWith(STREAM)) return { streams: text }
    if (response.redirected) return redirectTo(new URL(response.url))
    const page = new DOMParser().parseFromString(text, 'text/html')
    const reason = page.querySelector('main .lead')?.textContent?.trim()
    return reason ? { reason } : {}
  } catch {
    return {}
  }
}

function redirectTo({ pathname, href }: URL): FormResponse {
  return pathname === '/login' ? { isSignedOut: true } : { redirect: href }
}
