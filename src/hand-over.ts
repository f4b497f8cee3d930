import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Lets another app answer every request for which this one has no route. That app is built with the first such request,
 * so that a server which only speaks the API never loads it, and starts sooner. It gets the request as it came off the
 * wire, before any body is read, and is closed with this one.
 * @param build makes the other app; called once, again only if it failed
 * @returns a plugin, so that the hook is run for these requests alone
 */
export function handOver(build: () => Promise<FastifyInstance>): FastifyPluginAsync {
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
  return async (app) => {
    app.addHook('onRequest', forward)
    // Reached only where the other app could not be built; what is wrong with it is for the log.
    app.setErrorHandler((error, request, reply) => {
      request.log.error({ requestId: request.id, err: error }, 'pages not built')
      return reply.code(500).type('text/plain').send('Internal Server Error')
    })
    app.setNotFoundHandler(() => {
      throw new Error('a request that was handed over came back')
    })
    app.addHook('onClose', async () => {
      await (await other?.catch(() => undefined))?.close()
    })
  }
}
