import type { FastifyInstance } from 'fastify'

/** Those that a path may say it has, in the order in which it says so. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

interface KnownPath {
  readonly url: string
  readonly methods: readonly string[]
  /** how many of its pieces may be anything */
  readonly holes: number
  /** made when it is asked for first */
  pattern?: RegExp
}

/** Which methods every path has, whatever app of the server answers them. */
export interface KnownPaths {
  /** Notes the routes that are added after it. */
  watch(app: FastifyInstance): void
  /**
   * For a request that no route has taken.
   * @param url path, and query if there is one
   * @returns what `Allow` says; undefined where the path is unknown, or has the method and is not there all the same
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
      // `/entries/exists` is not meant where `/entries/:id` has more methods.
      const least = Math.min(...found.map(({ holes }) => holes))
      const has = new Set(found.filter(({ holes }) => holes === least).flatMap(({ methods }) => methods))
      return METHODS.filter((one) => has.has(one)).join(', ')
    },
  }
}

/**
 * @param url as routes write it: `:name`, `:name(^\\d+$)`, and `*` for the rest
 * @returns what its paths look like; linear, as every piece ends at a slash or at a text of its own
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
