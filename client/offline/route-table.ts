import type { FastifyInstance } from 'fastify'
import type { OfflineReply, OfflineRequest } from './fastify-stand-ins.ts'

export type Handler = (request: OfflineRequest, reply: OfflineReply) => unknown

interface Route {
  readonly method: string
  readonly parts: readonly string[]
  readonly handler: Handler
}

export interface FoundRoute {
  readonly handler: Handler
  readonly params: Readonly<Record<string, string>>
}

/**
 * Stores the routes that the web app registers, and finds the route of a request. A literal path segment takes
 * precedence over a parameter, as in Fastify.
 */
export class RouteTable {
  readonly #routes: Route[] = []

  /** @returns an object with the methods of a Fastify app that register routes */
  get app(): FastifyInstance {
    const add = (method: string) => (path: string, given: unknown, handler: unknown) => {
      this.#routes.push({ method, parts: partsOf(path), handler: (handler ?? given) as Handler })
    }
    return { get: add('GET'), post: add('POST') } as unknown as FastifyInstance
  }

  find(method: string, path: string): FoundRoute | undefined {
    const given = partsOf(path)
    const fitting = this.#routes.filter(
      (route) =>
        route.method === method &&
        route.parts.length === given.length &&
        route.parts.every((part, index) => part.startsWith(':') || part === given[index]),
    )
    const [best] = fitting.toSorted((one, other) => named(one) - named(other))
    if (!best) return undefined
    const pairs = best.parts.flatMap((part, index) =>
      part.startsWith(':') ? [[part.slice(1), decoded(given[index]!)] as const] : [],
    )
    return { handler: best.handler, params: Object.fromEntries(pairs) }
  }
}

const partsOf = (path: string): string[] => path.replace(/\/$/, '').split('/')
const named = ({ parts }: Route): number => parts.filter((part) => part.startsWith(':')).length

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
