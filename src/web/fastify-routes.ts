import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ListCounts } from '../entries/listing/count-lists.ts'
import type { Html } from '../kernel/html.ts'
import type { Session } from '../users/sessions/session.ts'
import type { CookieJar } from './cookies.ts'
import { errorResponse } from './error-response.ts'
import type { PageFrame } from './layout/layout.ts'
import type { RailCollection } from './layout/viewer.ts'
import { varyBy } from './vary-by.ts'
import { frameFor, type WebContext } from './web-context.ts'
import type { WebRequest } from './web-request.ts'
import { pageResponse, responseParts, type WebResponse } from './web-response.ts'
import type { PathParams, WebHandler, WebRoutes } from './web-routes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Content security policy of all pages. All pages must have the same policy: Turbo renders the next page in the
     * document that is already open, and the policy of that document stays in force.
     */
    readonly pagePolicy: string
  }
  interface FastifyContextConfig {
    /** true if visitors may use the route. From other routes, they are redirected to the sign-in page. */
    readonly isForVisitors?: boolean
  }
  interface FastifyRequest {
    /** the user's session, which a hook of the web app sets; null for visitors */
    session: Session | null
    /** number of entries of each list; set for pages of a signed-in user */
    counts: ListCounts | null
    /** the user's collections; set for pages of a signed-in user */
    collections: readonly RailCollection[] | null
  }
}

/** The dependencies of routes that Fastify runs directly, with its own requests and replies. */
export interface FastifyContext extends WebContext {
  readonly jar: CookieJar
}

/** @returns the routes of a Fastify app, to which web handlers can be added */
export function fastifyRoutes(app: FastifyInstance, { jar }: Pick<FastifyContext, 'jar'>): WebRoutes {
  const adapted =
    <Path extends string>(handler: WebHandler<PathParams<Path>>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
      // Fastify calls the handler only for a path that matches, so it has the params of the path.
      sendResponse(reply, await handler(webRequest(jar, request, reply) as WebRequest<PathParams<Path>>))
  return {
    get: (path, handler) => void app.get(path, adapted(handler)),
    post: (path, handler) => void app.post(path, adapted(handler)),
  }
}

/** @returns the request for a web handler. Its cookies are those of the request, and are set on the reply. */
export function webRequest(jar: CookieJar, request: FastifyRequest, reply: FastifyReply): WebRequest {
  const { id, method, url, params, query, headers, host, body, session, counts, collections, log } = request
  return {
    id,
    method,
    url,
    params,
    query: query as Readonly<Record<string, unknown>>,
    headers,
    host,
    body,
    session,
    counts,
    collections,
    log,
    cookies: {
      read: (name) => jar.read(request, name),
      write: (name, value, maxAge) => jar.write(reply, name, value, maxAge),
      clear: (name) => jar.clear(reply, name),
    },
  }
}

/** Sends the response of a web handler. */
export function sendResponse(reply: FastifyReply, response: WebResponse): FastifyReply {
  const { status, headers, body } = responseParts(response, reply.server.pagePolicy)
  if (response.kind === 'page') varyBy(reply, 'Cookie')
  return reply.code(status).headers(headers).send(body)
}

/** @returns the data for the parts that all pages share, for a route of Fastify's own; see `frameFor` */
export function pageFrame(context: FastifyContext, request: FastifyRequest, reply: FastifyReply): PageFrame {
  return frameFor(context, webRequest(context.jar, request, reply))
}

/** Sends a page from a route of Fastify's own, with the content security policy of all pages. */
export function sendPage(reply: FastifyReply, page: Html, status = 200): FastifyReply {
  return sendResponse(reply, pageResponse(page, status))
}

/** Answers a request of Fastify with the error page; see `errorResponse`. */
export function sendErrorPage(
  context: FastifyContext,
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  return sendResponse(reply, errorResponse(context, error, webRequest(context.jar, request, reply)))
}
