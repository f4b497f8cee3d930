import type { FastifyInstance } from 'fastify'

/** The addresses of routes and their methods. */
export interface KnownPaths {
  /** @returns the methods of the route with this address; undefined if there is none */
  methodsOf(path: string): readonly string[] | undefined
}

/** Records the routes that are added to the app after this call. */
export function watchPaths(app: FastifyInstance): KnownPaths {
  const paths = new Map<string, { readonly pattern: RegExp; readonly methods: string[] }>()
  app.addHook('onRoute', ({ url, method }) => {
    // The parts of these addresses contain no characters with a meaning in regular expressions.
    const pattern = new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`)
    const known = paths.get(url) ?? { pattern, methods: [] }
    known.methods.push(...[method].flat())
    paths.set(url, known)
  })
  return {
    methodsOf: (path) => {
      const methods = [...paths.values()].filter(({ pattern }) => pattern.test(path)).flatMap((known) => known.methods)
      return methods.length > 0 ? methods : undefined
    },
  }
}
