import type { ListCounts } from '../entries/listing/count-lists.ts'
import type { Session } from '../users/sessions/session.ts'
import type { RailCollection } from './layout/viewer.ts'

/**
 * A request for a page of the web app. On the server, it is made from Fastify's request (fastify-routes.ts); without a
 * network, the service worker makes it (client/offline/offline-request.ts).
 */
export interface WebRequest<Params = unknown> {
  /** id of the request, for the log */
  readonly id: string
  readonly method: string
  /** path and query */
  readonly url: string
  /** the variable segments of the path, decoded */
  readonly params: Params
  /** query parameters; a repeated one is an array */
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: RequestHeaders
  /** host with its port, as in the header `Host` */
  readonly host: string
  /** the fields of a submitted form as a Map; anything else is not a form */
  readonly body: unknown
  /** the user's session; null for visitors */
  readonly session: Session | null
  /** number of entries of each list; set for pages of a signed-in user */
  readonly counts: ListCounts | null
  /** the user's collections; set for pages of a signed-in user */
  readonly collections: readonly RailCollection[] | null
  readonly cookies: PageCookies
  readonly log: RequestLog
}

/** The headers of a request, by name in lower case. */
interface RequestHeaders {
  readonly accept?: string | undefined
  readonly 'accept-language'?: string | undefined
  readonly 'content-type'?: string | undefined
  readonly cookie?: string | undefined
  readonly host?: string | undefined
  readonly 'if-none-match'?: string | undefined
  readonly origin?: string | undefined
  readonly referer?: string | undefined
  readonly 'user-agent'?: string | undefined
  readonly [name: string]: string | readonly string[] | undefined
}

/** The cookies that a request contains and its response sets. */
export interface PageCookies {
  read(name: string): string | undefined
  /** @param maxAge lifetime in seconds; if absent, the cookie ends with the browser session */
  write(name: string, value: string, maxAge?: number): void
  clear(name: string): void
}

/** The log of the operator; without a network, the browser's console. */
interface RequestLog {
  error(fields: object, message: string): void
}
