import type { ServerResponse as HttpResponse } from 'node:http'
import type { ServerResponse } from './server-response.ts'
import type { PageCookies, WebRequest } from './web-request.ts'
import type { PathParams, WebRoutes } from './web-routes.ts'

/** A request for a route that only the server has. */
export interface ServerRequest<Params = unknown> extends WebRequest<Params> {
  /** network address of the client; undefined if it has already disconnected */
  readonly ip: string | undefined
  /** address of the other end of the connection, which is that of the reverse proxy if there is one */
  readonly peer: string | undefined
  readonly cookies: ServerCookies
  readonly log: WebRequest['log'] & { warn(fields: object, message: string): void }
}

interface ServerCookies extends PageCookies {
  /** @returns the names of the request's cookies that begin with a prefix, in the order of their creation */
  names(prefix: string): readonly string[]
}

/** A request whose body is a form with files (`multipart/form-data`), which has not been read yet. */
export interface UploadRequest<Params = unknown> extends ServerRequest<Params> {
  /** the bytes of the body; empty if the body is no such form */
  readonly upload: AsyncIterable<Uint8Array>
}

export type ServerHandler<Params, Request = ServerRequest<Params>> = (
  request: Request,
) => ServerResponse | Promise<ServerResponse>

/**
 * Answers with server-sent events.
 * @param start sends the headers, and returns the open response; errors before this call are answered with a page
 */
type EventsHandler<Params> = (request: ServerRequest<Params>, start: () => HttpResponse) => void | Promise<void>

export interface RouteOptions {
  /** true if visitors may use the route. From other routes, they are redirected to the sign-in page. */
  readonly isForVisitors?: true
  /** see `anonymousCost` in src/throttling/anonymous-requests.ts */
  readonly anonymousCost?: 'refused' | 'none'
}

interface GetOptions extends RouteOptions {
  /**
   * `GET` by default: HEAD is answered like GET, without the body. `handler`: the handler answers HEAD itself. `none`:
   * HEAD is refused, because GET changes something.
   */
  readonly head?: 'GET' | 'handler' | 'none'
}

interface PostOptions extends RouteOptions {
  /** maximum size of the body in bytes; by default that of ordinary forms */
  readonly bodyLimit?: number
  /**
   * Reads a form with files. Its result becomes the `body` of the request. Without this function, such a form has no
   * fields.
   */
  readonly readFiles?: (body: AsyncIterable<Uint8Array>, contentType: string) => Promise<unknown>
}

/** Adds routes that only the server has. It passes them to Fastify (fastify-routes.ts). */
export interface ServerRoutes extends WebRoutes {
  get<Path extends string>(path: Path, handler: ServerHandler<PathParams<Path>>, options?: GetOptions): void
  post<Path extends string>(path: Path, handler: ServerHandler<PathParams<Path>>, options?: PostOptions): void
  /** Adds a route for large files, whose body may take longer to arrive. */
  upload<Path extends string>(
    path: Path,
    handler: ServerHandler<PathParams<Path>, UploadRequest<PathParams<Path>>>,
  ): void
  /** Adds a stream of events. */
  events<Path extends string>(path: Path, handler: EventsHandler<PathParams<Path>>): void
}
