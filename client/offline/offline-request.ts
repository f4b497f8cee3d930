import { addField } from '../../src/kernel/form-body.ts'
import { storableText } from '../../src/kernel/storable-text.ts'
import type { WebRequest, PageCookies } from '../../src/web/web-request.ts'
import { responseParts, type WebResponse } from '../../src/web/web-response.ts'

/**
 * A request for a page. Its body has already been read into a text, so that the worker can first inspect the request
 * and then still forward it.
 */
export interface BufferedRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** the URL-encoded form fields */
  readonly body: string
}

/**
 * @returns whether the path belongs to a page about data stored in the browser. The browser always answers such a path
 * itself.
 */
export const isBrowserDataPath = (path: string): boolean => /^\/(?:outbox|config\/offline)(?:[/?]|$)/.test(path)

/** What the library and the route add to a request. */
export type RequestContext = Pick<WebRequest, 'params' | 'session' | 'counts' | 'collections' | 'cookies'>

/** @returns the request for a web handler */
export function offlineRequest({ method, url, headers, body }: BufferedRequest, context: RequestContext): WebRequest {
  return {
    ...context,
    id: 'offline',
    method,
    url: url.pathname + url.search,
    query: queryOf(url.searchParams),
    headers,
    host: url.host,
    body: method === 'POST' ? fieldsOf(body) : undefined,
    log: console,
  }
}

/** @returns the query parameters. A repeated parameter becomes an array, as in Fastify. */
function queryOf(parameters: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name)
      return [name, values.length === 1 ? values[0] : values]
    }),
  )
}

function fieldsOf(body: string): ReadonlyMap<string, unknown> {
  const fields = new Map<string, unknown>()
  for (const [name, value] of new URLSearchParams(body)) addField(fields, name, storableText(value))
  return fields
}

/**
 * @param policy content security policy of all pages
 * @param base address of the request, against which relative redirects are resolved
 * @returns the response of a web handler for the browser, with the headers that the server sends with its pages
 */
export function offlineResponse(response: WebResponse, policy: string, base: URL): Response {
  if (response.kind === 'redirect') return Response.redirect(new URL(response.path, base).href, response.status)
  const { status, headers, body } = responseParts(response, policy)
  const own = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' }
  // The files of the web app are made by the server only, so bodies are texts.
  return new Response(body === undefined ? null : String(body), { status, headers: { ...own, ...headers } })
}

/**
 * @returns cookies in the memory of the worker. As with cookies on the server, a page can pass a message to the next
 *   page.
 */
export function memoryCookies(): PageCookies {
  const values = new Map<string, string>()
  return {
    read: (name) => values.get(name),
    write: (name, value) => void values.set(name, value),
    clear: (name) => void values.delete(name),
  }
}
