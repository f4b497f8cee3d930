import type { FastifyInstance } from 'fastify'
import type { Database } from './db/database.ts'
import { countStranger, type StrangersDeps } from './throttling/strangers.ts'
import { feedOwnerFinder } from './users/feed-token.ts'

type Named = { Params: { readonly username?: string; readonly token?: string } }

/**
 * Counts requests of a door that is opened by a name and a secret in the address, where the two do not belong together.
 * Services that read feeds for many people come from one address, so the right secret costs nothing.
 * @param app has routes with the parameters `username` and `token`; its own errors are sent by its own handler
 */
export function countFeedStrangers(app: FastifyInstance, deps: StrangersDeps & { readonly database: Database }): void {
  const find = feedOwnerFinder(deps.database)
  app.addHook<Named>('onRequest', async (request) => {
    if (deps.strangersPerAddress.isUnlimited) return
    const { username = '', token = '' } = request.params
    if (!(await find(username, token))) await countStranger(deps, request)
  })
}
