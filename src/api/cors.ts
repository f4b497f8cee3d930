import type { FastifyInstance } from 'fastify'

/**
 * Lets pages of any origin call the API with a token (contract 0.7). `*` never goes with cookies, and the API takes
 * none, so nothing can be done in a reader's name.
 * @param path where preflights are answered, such as `/api/*`
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
