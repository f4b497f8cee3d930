import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'

export interface OtherApp {
  /** @param url path and query as they are routed */
  readonly isFor: (url: string) => boolean
  readonly build: () => Promise<FastifyInstance>
}

/**
 * Lets other apps answer every request for which this one has no route. Each is built with its first such request, so
 * that a server which is never asked for it never loads it, and starts sooner. It gets the request as it came off the
 * wire, before any body is read, and is closed with this one.
 * @param others the first whose `isFor` says so answers; `build` is called once, again only if it failed
 * @returns a plugin, so that the hook is run for these requests alone
 */
export function handOver(others: readonly OtherApp[]): FastifyPluginAsync {
  const built = new Map<OtherApp, Promise<FastifyInstance>>()
  const open = (other: OtherApp): Promise<FastifyInstance> => {
    const known = built.get(other)
    if (known) return known
    const made = other.build().catch((error: unknown) => {
      built.delete(other)
      throw error
    })
    built.set(other, made)
    return made
  }
  const forward = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const next = await open(others.find(({ isFor }) => isFor(request.url)) ?? others.at(-1)!)
    reply.hijack()
    next.routing(request.raw, reply.raw)
  }
  return async (app) => {
    app.addHook('onRequest', forward)
    // Reached only where the other app could not be built; what is wrong with it is for the log.
    app.setErrorHandler((error, request, reply) => {
      request.log.error({ requestId: request.id, err: error }, 'a part of the server could not be loaded')
      return reply.code(500).type('text/plain').send('Internal Server Error')
    })
    app.setNotFoundHandler(() => {
      throw new Error('a request that was handed over came back')
    })
    app.addHook('onClose', async () => {
      for (const one of built.values()) await (await one.catch(() => undefined))?.close()
    })
  }
}
