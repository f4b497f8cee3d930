import type { FastifyInstance } from 'fastify'

/** The methods that `Allow` may contain, in the order of that header. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

interface KnownPath {
  readonly url: string
  readonly methods: readonly string[]
  /** number of wildcards and parameters in `url` */
  readonly holes: number
  /** matches the paths of this route; compiled on first use */
  pattern?: RegExp
}

/** The paths of all routes, with their methods. */
export interface KnownPaths {
  /** Records all routes that are added to the app after this call. */
  watch(app: FastifyInstance): void
  /**
   * Finds the methods of the path of a request that has no route.
   * @param url path with an optional query
   * @returns the value of `Allow` for a 405; undefined if the response must remain a 404, because the path is unknown,
   *   or its route for this method found nothing
   */
  otherMethods(method: string, url: string): string | undefined
}

export function knownPaths(): KnownPaths {
  const known: KnownPath[] = []
  return {
    watch: (app) => {
      app.addHook('onRoute', ({ url, method, config }) => {
        const methods = [method].flat().filter((one) => one === 'HEAD' || METHODS.includes(one))
        if (config?.isRefusal !== true && methods.length > 0)
          known.push({ url, methods, holes: url.split(/[*:]/).length - 1 })
      })
    },
    otherMethods: (method, url) => {
      const path = decoded(url.split('?', 1)[0]!)
      const found = known.filter((one) => (one.pattern ??= patternOf(one.url)).test(path))
      if (found.length === 0 || found.some(({ methods }) => methods.includes(method))) return undefined
      // Only the most specific path counts: for `/entries/exists`, the methods of `/entries/:id` are ignored.
      const least = Math.min(...found.map(({ holes }) => holes))
      const has = new Set(found.filter(({ holes }) => holes === least).flatMap(({ methods }) => methods))
      return METHODS.filter((one) => has.has(one)).join(', ')
    },
  }
}

/**
 * @param url address of a route, which may contain `:name`, `:name(^\\d+$)` and `*`
 * @returns an expression that matches its paths. It takes linear time, because every part ends at a slash or fixed
 *   text.
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
