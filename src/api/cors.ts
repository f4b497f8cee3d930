import type { FastifyInstance } from 'fastify'

/**
 * Allows pages of any origin to call the API with a token (wallabag contract 0.7). Such a page cannot use the session
 * of a signed-in user, because the API accepts no cookies.
 * @param path path pattern for which preflight requests are answered, such as `/api/*`
 */
export function addCors(app: FastifyInstance, path: string, methods: string): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('access-control-allow-origin', '*')
    done()
  })
  app.options(
    path.slice(app.prefix.length),
    { schema: { hide: true }, config: { isPublic: true } },
    (_request, reply) =>
      reply
        .headers({
          'access-control-allow-methods': methods,
          'access-control-allow-headers': 'authorization, content-type',
          'access-control-max-age': '3600',
          'content-type': 'application/json',
          vary: 'Origin',
        })
        .code(200)
        .send(),
  )
}
