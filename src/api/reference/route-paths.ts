import type { FastifyInstance } from 'fastify'

/** The methods that the header `Allow` may contain, in the order in which it lists them. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

interface RoutePath {
  readonly url: string
  readonly methods: readonly string[]
  /** number of parameters in `url`, including wildcards */
  readonly parameterCount: number
  /** matches the paths of this route; compiled when first needed */
  pattern?: RegExp
}

/** The paths of all routes with their methods, for responses with status 405. */
export interface RoutePaths {
  /** Records all routes that are added to the app after this call. */
  watch(app: FastifyInstance): void
  /**
   * Finds the supported methods of a path, for a request with a method that the path does not support.
   * @param url path with an optional query
   * @returns the value of the header `Allow` for a response with 405; undefined if the path is unknown or supports the
   *   method
   */
  otherMethods(method: string, url: string): string | undefined
}

export function routePaths(): RoutePaths {
  const known: RoutePath[] = []
  return {
    watch: (app) => {
      app.addHook('onRoute', ({ url, method, config }) => {
        const methods = [method].flat().filter((one) => one === 'HEAD' || METHODS.includes(one))
        if (config?.isRefusal !== true && methods.length > 0)
          known.push({ url, methods, parameterCount: url.split(/[*:]/).length - 1 })
      })
    },
    otherMethods: (method, url) => {
      const path = decoded(url.split('?', 1)[0]!)
      const found = known.filter((one) => (one.pattern ??= patternOf(one.url)).test(path))
      if (found.length === 0 || found.some(({ methods }) => methods.includes(method))) return undefined
      // If several routes match, the router prefers the one with the fewest parameters. For `/entries/exists`, the
      // methods of `/entries/:id` are therefore left out.
      const fewest = Math.min(...found.map(({ parameterCount }) => parameterCount))
      const has = new Set(
        found.filter(({ parameterCount }) => parameterCount === fewest).flatMap(({ methods }) => methods),
      )
      return METHODS.filter((one) => has.has(one)).join(', ')
    },
  }
}

/**
 * @param url address of a route, which may contain `:name`, `:name(^\\d+$)` and `*`
 * @returns a regular expression that matches the paths of the route. Matching takes linear time, because every part of
 *   the expression ends at a slash or at fixed text.
 */
function patternOf(url: string): RegExp {
  const source = url.replaceAll(/:\w+(?:\(([^)]*)\))?|\*|[$()+.?[\\\]^{|}]/g, (piece, rule?: string) => {
    if (piece === '*') return '.*'
    if (!piece.startsWith(':')) return `\\${piece}`
    return rule === undefined ? '[^/]+' : `(?:${rule.replaceAll(/^\^|\$$/g, '')})`
  })
  return new RegExp(`^${source}$`, 's')
}

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
