import { addField } from '../../src/kernel/form-body.ts'
import { storableText } from '../../src/kernel/storable-text.ts'
import type { ListCounts } from '../../src/entries/listing/count-lists.ts'
import type { Session } from '../../src/users/sessions/session.ts'
import type { RailCollection } from '../../src/web/layout/viewer.ts'

/**
 * A request for a page. Its body has already been read into a text, so that the worker can first inspect the request
 * and then still forward it.
 */
export interface AskedRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** the URL-encoded form fields */
  readonly body: string
}

/** The members of Fastify's request that the routes use. */
export interface OfflineRequest {
  readonly id: string
  readonly method: string
  /** path and query */
  readonly url: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  readonly host: string
  readonly body: ReadonlyMap<string, unknown> | undefined
  readonly session: Session
  readonly counts: ListCounts | null
  readonly collections: readonly RailCollection[] | null
  readonly log: Pick<Console, 'error' | 'warn' | 'info'>
}

export function offlineRequest(
  { method, url, headers, body }: AskedRequest,
  rest: Pick<OfflineRequest, 'params' | 'session' | 'counts' | 'collections'>,
): OfflineRequest {
  return {
    ...rest,
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

/** The members of Fastify's reply that the routes use. */
export class OfflineReply {
  readonly server: { readonly pagePolicy: string }
  readonly #headers = new Headers()
  #status = 200
  #body: string | null = null

  constructor(policy: string) {
    this.server = { pagePolicy: policy }
  }

  code(status: number): this {
    this.#status = status
    return this
  }

  header(name: string, value: string): this {
    this.#headers.set(name, value)
    return this
  }

  getHeader(name: string): string | undefined {
    return this.#headers.get(name) ?? undefined
  }

  hasHeader(name: string): boolean {
    return this.#headers.has(name)
  }

  type(type: string): this {
    return this.header('content-type', type)
  }

  send(body?: unknown): this {
    this.#body = body === undefined || body === null ? null : String(body)
    return this
  }

  redirect(path: string, status = 302): this {
    return this.code(status).header('location', path)
  }

  /** @returns the reply as a `Response`. Relative redirects are resolved against `base`. */
  response(base: URL): Response {
    const location = this.#headers.get('location')
    if (location !== null) return Response.redirect(new URL(location, base).href, this.#status)
    // The server sends the same headers with its pages.
    this.#headers.set('x-content-type-options', 'nosniff')
    if (!this.#headers.has('referrer-policy')) this.#headers.set('referrer-policy', 'same-origin')
    return new Response(this.#status === 204 ? null : this.#body, { status: this.#status, headers: this.#headers })
  }
}
