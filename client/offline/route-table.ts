import type { WebRequest } from '../../src/web/web-request.ts'
import type { WebResponse } from '../../src/web/web-response.ts'
import type { PathParams, WebHandler, WebRoutes } from '../../src/web/web-routes.ts'

interface Route {
  readonly method: string
  readonly parts: readonly string[]
  /** @param request a request whose params are those of the path */
  readonly handle: (request: WebRequest) => Promise<WebResponse>
}

export interface FoundRoute extends Pick<Route, 'handle'> {
  readonly params: Readonly<Record<string, string>>
}

/**
 * Stores the routes that the web app registers, and finds the route of a request. A literal path segment takes
 * precedence over a parameter, as in Fastify.
 */
export class RouteTable {
  readonly #routes: Route[] = []

  /** adds routes to the table */
  readonly routes: WebRoutes = {
    get: (path, handler) => this.#add('GET', path, handler),
    post: (path, handler) => this.#add('POST', path, handler),
  }

  #add<Path extends string>(method: string, path: Path, handler: WebHandler<PathParams<Path>>): void {
    // `find` takes the params from the path.
    const handle: Route['handle'] = async (request) => handler(request as WebRequest<PathParams<Path>>)
    this.#routes.push({ method, parts: partsOf(path), handle })
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
    return { handle: best.handle, params: Object.fromEntries(pairs) }
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
