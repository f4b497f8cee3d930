import type { FastifyInstance } from 'fastify'
import type { Database } from './db/database.ts'
import { countAnonymousRequest, type AnonymousRequestDeps } from './throttling/anonymous-requests.ts'
import type { AddressSecrets } from './throttling/address-secrets.ts'
import { feedOwnerFinder } from './users/feed-token.ts'

type Named = { Params: { readonly username?: string; readonly token?: string } }

export interface AnonymousFeedRequestDeps extends AnonymousRequestDeps {
  readonly database: Database
  readonly secrets: AddressSecrets
}

/**
 * Counts feed requests whose username and secret do not match. Feed services fetch for many users from one address, so
 * requests with the right secret are free.
 * @param app has routes with the parameters `username` and `token`; its own handler sends its errors
 */
export function countAnonymousFeedRequests(app: FastifyInstance, deps: AnonymousFeedRequestDeps): void {
  const find = feedOwnerFinder(deps.database)
  app.addHook<Named>('onRequest', async (request) => {
    if (deps.anonymousPerAddress.isUnlimited) return
    const { username = '', token = '' } = request.params
    // Older addresses redirect here, whatever the secret.
    const isAsked = token !== '' && request.url.startsWith('/feed/')
    const secret = `${username} ${token}`
    if (isAsked) await deps.secrets.admit(request, secret)
    if (await find(username, token)) return deps.secrets.opened(request, secret)
    await countAnonymousRequest(deps, request)
    if (isAsked) await deps.secrets.missed(request)
  })
}
