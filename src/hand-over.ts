import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What the first app answers itself, whether it is there or not. */
const OWN_PATHS = /^\/(?:api|oauth)(?:[/?]|$)/

/**
 * Lets another app answer every request for which this one has no route. That app is built with the first such request,
 * so that a server which only speaks the API never loads it, and starts sooner. It gets the request as it came off the
 * wire, before any body is read, and is closed with this one.
 * @param build makes the other app; called once, again only if it failed
 */
export function handOver(app: FastifyInstance, build: () => Promise<FastifyInstance>): void {
  let other: Promise<FastifyInstance> | undefined
  const open = (): Promise<FastifyInstance> => {
    other ??= build().catch((error: unknown) => {
      other = undefined
      throw error
    })
    return other
  }
  const forward = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const next = await open()
    reply.hijack()
    next.routing(request.raw, reply.raw)
  }
  // No promise for the requests that stay here: Fastify takes the call of `done`, or a promise.
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    if (request.is404 && !OWN_PATHS.test(request.url)) return forward(request, reply)
    return done()
  })
  app.addHook('onClose', async () => {
    await (await other?.catch(() => undefined))?.close()
  })
}
