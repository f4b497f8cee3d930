import { Readable } from 'node:stream'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ListCounts } from '../entries/listing/count-lists.ts'
import { startEventStream } from '../http/event-stream.ts'
import type { Session } from '../users/sessions/session.ts'
import type { CookieJar } from './cookies.ts'
import { errorResponse } from './error-response.ts'
import type { RailCollection } from './layout/viewer.ts'
import { varyBy } from './vary-by.ts'
import type { DataResponse, ServerResponse } from './server-response.ts'
import type { RouteOptions, ServerHandler, ServerRequest, ServerRoutes, UploadRequest } from './server-routes.ts'
import type { WebContext } from './web-context.ts'
import { responseParts } from './web-response.ts'
import type { PathParams } from './web-routes.ts'

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

type Adapted = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** @returns the routes of a Fastify app, to which handlers can be added */
export function fastifyRoutes(app: FastifyInstance, { jar }: { readonly jar: CookieJar }): ServerRoutes {
  // Fastify calls a handler only for a path that matches, so the request has the params of the path.
  const asked = <Path extends string>(request: FastifyRequest, reply: FastifyReply) =>
    serverRequest(jar, request, reply) as ServerRequest<PathParams<Path>>
  const adapted =
    <Path extends string>(handler: ServerHandler<PathParams<Path>>): Adapted =>
    async (request, reply) =>
      sendResponse(reply, await handler(asked<Path>(request, reply)))
  return {
    get: (path, handler, { head = 'GET', ...options } = {}) => {
      const config = routeConfig(options)
      if (head === 'handler') app.route({ method: ['GET', 'HEAD'], url: path, config, handler: adapted(handler) })
      else app.get(path, { config, exposeHeadRoute: head === 'GET' }, adapted(handler))
    },
    post: (path, handler, { bodyLimit, readFiles, ...options } = {}) => {
      const given = { config: routeConfig(options), ...(bodyLimit !== undefined && { bodyLimit }) }
      if (!readFiles) return void app.post(path, given, adapted(handler))
      return void app.register(async (forms) => {
        forms.addContentTypeParser('multipart/form-data', (request: FastifyRequest, body: Readable) =>
          readFiles(body, request.headers['content-type'] ?? ''),
        )
        forms.post(path, given, adapted(handler))
      })
    },
    upload: <Path extends string>(
      path: Path,
      handler: ServerHandler<PathParams<Path>, UploadRequest<PathParams<Path>>>,
    ) =>
      void app.register(async (uploads) => {
        // Leaves the body unparsed: the handler reads it as a stream.
        uploads.addContentTypeParser('multipart/form-data', (_request, body, done) => done(null, body))
        uploads.post(path, { config: { isUpload: true } }, async (request, reply) => {
          const upload = request.body instanceof Readable ? request.body : Readable.from([])
          return sendResponse(reply, await handler({ ...asked<Path>(request, reply), upload }))
        })
      }),
    events: (path, handler) =>
      void app.get(path, { exposeHeadRoute: false }, async (request, reply) =>
        handler(asked(request, reply), () => startEventStream(reply)),
      ),
  }
}

function routeConfig({ isForVisitors, anonymousCost }: RouteOptions): FastifyContextConfig {
  return { ...(isForVisitors && { isForVisitors }), ...(anonymousCost && { anonymousCost }) }
}

/** @returns the request for a handler. Its cookies are those of the request, and are set on the reply. */
export function serverRequest(jar: CookieJar, request: FastifyRequest, reply: FastifyReply): ServerRequest {
  const { id, method, url, params, query, headers, host, ip, body, log } = request
  return {
    id,
    method,
    url,
    params,
    query: query as Readonly<Record<string, unknown>>,
    headers,
    host,
    ip,
    peer: request.socket.remoteAddress,
    body,
    // Pages for visitors have no hook that sets these members.
    session: request.session ?? null,
    counts: request.counts ?? null,
    collections: request.collections ?? null,
    log,
    cookies: {
      read: (name) => jar.read(request, name),
      names: (prefix) => jar.names(request, prefix),
      write: (name, value, maxAge) => jar.write(reply, name, value, maxAge),
      clear: (name) => jar.clear(reply, name),
    },
  }
}

/** Sends the response of a handler. */
export function sendResponse(reply: FastifyReply, response: ServerResponse): FastifyReply {
  if (response.kind === 'unknown') {
    reply.callNotFound()
    return reply
  }
  if (response.kind === 'data') {
    const { status, headers, body } = response
    return reply
      .code(status)
      .headers(headers)
      .send(isPieces(body) ? Readable.from(body, { objectMode: false }) : body)
  }
  const { status, headers, body } = responseParts(response, reply.server.pagePolicy)
  if (response.kind === 'page') varyBy(reply, 'Cookie')
  return reply.code(status).headers(headers).send(body)
}

function isPieces(body: DataResponse['body']): body is AsyncIterable<string | Uint8Array> {
  return typeof body === 'object' && Symbol.asyncIterator in body
}

/** Answers a request of Fastify with the error page; see `errorResponse`. */
export function sendErrorPage(
  deps: WebContext & { readonly jar: CookieJar },
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  return sendResponse(reply, errorResponse(deps, error, serverRequest(deps.jar, request, reply)))
}
