import type { FastifyInstance } from 'fastify'

/** The methods that `Allow` may contain, in its order. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

interface KnownPath {
  readonly url: string
  readonly methods: readonly string[]
  /** number of its wildcards and parameters */
  readonly holes: number
  /** compiled on first use */
  pattern?: RegExp
}

/** The methods of every path, over all apps of the server. */
export interface KnownPaths {
  /** Records the routes that are added after it. */
  watch(app: FastifyInstance): void
  /**
   * For a request without a route.
   * @param url path, and query if there is one
   * @returns the value of `Allow`; undefined when the path is unknown, or when it has the method and the result is 404
   * anyway
   */
  otherMethods(method: string, url: string): string | undefined
}

export function knownPaths(): KnownPaths {
  const known: KnownPath[] = []
  return {
    watch: (app) => {
      app.addHook('onRoute', ({ url, method, config }) => {
        const methods = [method].flat().filter((one) => METHODS.includes(one))
        if (config?.isRefusal !== true && methods.length > 0)
          known.push({ url, methods, holes: url.split(/[*:]/).length - 1 })
      })
    },
    otherMethods: (method, url) => {
      const path = decoded(url.split('?', 1)[0]!)
      const found = known.filter((one) => (one.pattern ??= patternOf(one.url)).test(path))
      const wanted = method === 'HEAD' ? 'GET' : method
      if (found.length === 0 || found.some(({ methods }) => methods.includes(wanted))) return undefined
      // For `/entries/exists`, the methods of `/entries/:id` do not count: the most specific path wins.
      const least = Math.min(...found.map(({ holes }) => holes))
      const has = new Set(found.filter(({ holes }) => holes === least).flatMap(({ methods }) => methods))
      return METHODS.filter((one) => has.has(one)).join(', ')
    },
  }
}

/**
 * @param url as routes write it: `:name`, `:name(^\\d+$)`, and `*` for the rest
 * @returns a pattern for its paths; matches in linear time, because every part ends at a slash or at a fixed text
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
