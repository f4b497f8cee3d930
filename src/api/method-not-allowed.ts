import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify'
import { fieldsOf } from './wire/request-context.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

type Handlers = Map<string, RouteOptions>

/**
 * Records all routes that are registered after this call.
 * @returns a function to call after the last route. It adds handlers for the missing methods of every path. They
 *   respond with 405 and `Allow`. If the form field `_method` of a POST names a supported method, the handler of that
 *   method runs instead (wallabag contract 0.2).
 */
export function watchMethods(app: FastifyInstance): () => void {
  const routes = new Map<string, Handlers>()
  app.addHook('onRoute', (route) => {
    const handlers = routes.get(route.url) ?? new Map<string, RouteOptions>()
    for (const method of [route.method].flat()) handlers.set(method, route)
    routes.set(route.url, handlers)
  })
  return () => {
    for (const [url, handlers] of routes.entries().toArray()) addMissing(app, url, new Map(handlers))
  }
}

function addMissing(app: FastifyInstance, url: string, handlers: Handlers): void {
  const allow = METHODS.filter((method) => handlers.has(method)).join(', ')
  const missing = METHODS.filter((method) => !handlers.has(method))
  if (missing.length === 0) return
  const handler: RouteHandlerMethod = async function (request, reply) {
    const route = request.method === 'POST' ? handlers.get(namedMethod(request)) : undefined
    if (route) return route.handler.call(this, request, reply) as unknown
    throw noRoute(allow, reply)
  }
  app.route({
    method: missing,
    url: unprefixed(app, url),
    handler,
    schema: { hide: true },
    config: { isRefusal: true },
  })
}

/**
 * @param allow value of the header `Allow`, the methods of the path; undefined if the path is unknown
 * @returns the error for a request without a route: 404, or 405 with the header `Allow`
 */
export function noRoute(allow: string | undefined, reply: FastifyReply): Error {
  if (allow === undefined) return Object.assign(new Error('Not Found'), { statusCode: 404 })
  reply.header('allow', allow)
  return Object.assign(new Error('Method Not Allowed'), { statusCode: 405 })
}

function namedMethod(request: FastifyRequest): string {
  const name = fieldsOf(request).get('_method')
  return typeof name === 'string' ? name.toUpperCase() : ''
}

/**
 * Removes the plugin's prefix from an address. Fastify includes the prefix in the argument of `onRoute` hooks, but
 * `route` would add it again.
 */
function unprefixed(app: FastifyInstance, url: string): string {
  return url.slice(app.prefix.length)
}
