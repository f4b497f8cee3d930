import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { notFound } from '../kernel/errors.ts'
import type { AppScope } from '../users/passwords/app-scopes.ts'
import { requireScope, type KeyUser } from './key-user.ts'
import { queryOf } from '../http/query-of.ts'
import { StatusError } from '../http/send-error.ts'

type Method = 'GET' | 'POST' | 'PUT'

/** The methods that Fastify knows, apart from `HEAD`, which it adds to `GET`. */
const ALL_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

declare module 'fastify' {
  interface FastifyContextConfig {
    /** true if the route only refuses methods that a deferred interface does not have */
    readonly isInterfaceRefusal?: boolean
  }
}

/** A request to a route of a deferred interface. */
export interface InterfaceRequest {
  /** parameters of the address */
  readonly query: URLSearchParams
  /** parts of the path, by their names in the route */
  readonly parts: Readonly<Record<string, string>>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A request with a valid key whose scopes include that of the route. */
export interface KeyRequest extends InterfaceRequest {
  readonly user: KeyUser
}

/** A route. In its path, `:name` stands for a part, and `*` at the end for the rest. */
export type InterfaceRoute = { readonly methods: readonly Method[]; readonly path: string } & (
  | { readonly scope: AppScope; readonly answer: (request: KeyRequest) => unknown }
  /** a route that needs no key */
  | { readonly scope: null; readonly answer: (request: InterfaceRequest) => unknown }
)

/** An interface whose keys are app passwords. */
export interface DeferredInterface {
  /** @throws an error without a valid key */
  authenticate(request: FastifyRequest): Promise<KeyUser>
  sendError(error: unknown, reply: FastifyReply): FastifyReply
  readonly routes: readonly InterfaceRoute[]
}

/**
 * Adds an interface that is loaded at its first request, so that servers whose users have no apps for it start as quickly and
 * need as little memory as without it. Bodies of all types are passed on as text.
 * @param urls addresses of the interface; `*` stands for the rest of a path
 * @param methods methods of the interface. With `HEAD`, its routes for GET answer these requests themselves; otherwise Fastify
 *   removes the body of their response
 * @param load loads the interface; called at the first request
 * @param bodyLimit maximum number of bytes in a body; by default that of the service
 */
export function addDeferredInterface(
  app: FastifyInstance,
  {
    urls,
    methods,
    load,
    bodyLimit,
  }: {
    readonly urls: readonly string[]
    readonly methods: (Method | 'HEAD')[]
    readonly load: () => Promise<DeferredInterface>
    readonly bodyLimit?: number
  },
): void {
  const admitted = new WeakMap<FastifyRequest, () => unknown>()
  let loaded: Promise<DeferredInterface> | undefined
  const loadOnce = () => (loaded ??= load())
  app.setErrorHandler(async (error, _request, reply) => (await loadOnce()).sendError(error, reply))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) => body)
  for (const url of urls) {
    const route: Omit<RouteOptions, 'method'> = {
      url,
      ...(bodyLimit !== undefined && { bodyLimit }),
      onRequest: async (request, reply) => {
        const path = url.replace('*', () => (request.params as { readonly '*'?: string })['*'] ?? '')
        admitted.set(request, await admit(await loadOnce(), path, request, reply))
      },
      handler: (request) => admitted.get(request)!(),
    }
    app.route({ ...route, method: methods })
    // No route of the interface has these methods. They are refused in its format.
    const others = ALL_METHODS.filter((method) => !methods.includes(method as Method))
    app.route({ ...route, method: others, config: { isInterfaceRefusal: true } })
  }
}

/** @returns the function that answers the request after its body has been read */
async function admit(
  { authenticate, routes }: DeferredInterface,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<() => unknown> {
  const method = request.method === 'HEAD' ? 'GET' : (request.method as Method)
  const found = findRoute(routes, method, path)
  const query = queryOf(request.url)
  if (found?.route.scope === null) {
    const { route, parts } = found
    return () => route.answer({ query, parts, request, reply })
  }
  const user = await authenticate(request)
  if (!found) throw noRoute(routes, path, reply)
  const { route, parts } = found
  requireScope(user, route.scope)
  return () => route.answer({ user, query, parts, request, reply })
}

/** @returns the error for a request without a route: 404, or 405 with the header `Allow` */
function noRoute(routes: readonly InterfaceRoute[], path: string, reply: FastifyReply): Error {
  const methods = new Set(routes.filter((one) => matchPath(one.path, path)).flatMap((one) => one.methods))
  if (methods.size === 0) return notFound('request in this interface')
  reply.header('allow', [...methods].join(', '))
  return new StatusError(405)
}

function findRoute(routes: readonly InterfaceRoute[], method: Method, path: string) {
  for (const route of routes) {
    const parts = route.methods.includes(method) ? matchPath(route.path, path) : undefined
    if (parts) return { route, parts }
  }
  return undefined
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const isPrefix = pattern.endsWith('*')
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  if (isPrefix ? given.length < wanted.length : given.length !== wanted.length) return undefined
  const parts: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    if (part === '*') parts['rest'] = given.slice(index).join('/')
    else if (part.startsWith(':') && given[index] !== '') parts[part.slice(1)] = given[index]!
    else if (part !== given[index]) return undefined
  }
  return parts
}
