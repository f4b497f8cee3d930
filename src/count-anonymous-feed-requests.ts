import type { FastifyInstance } from 'fastify'
import type { Database } from './db/database.ts'
import { countAnonymousRequest, type AnonymousRequestDeps } from './throttling/anonymous-requests.ts'
import type { UrlSecrets } from './throttling/url-secret-throttle.ts'
import { feedOwnerFinder } from './users/feed-token.ts'

type Named = { Params: { readonly username?: string; readonly token?: string } }

export interface AnonymousFeedRequestDeps extends AnonymousRequestDeps {
  readonly database: Database
  readonly secrets: UrlSecrets
}

/**
 * Counts feed requests whose username and secret do not match. Requests with the right secret are not counted, because
 * feed services fetch the feeds of many users from one address.
 * @param app instance with routes that have the parameters `username` and `token`
 */
export function countAnonymousFeedRequests(app: FastifyInstance, deps: AnonymousFeedRequestDeps): void {
  const find = feedOwnerFinder(deps.database)
  app.addHook<Named>('onRequest', async (request) => {
    if (deps.anonymousPerAddress.isUnlimited) return
    const { username = '', token = '' } = request.params
    // Only addresses under `/feed/` are checked for guessing. Older addresses redirect to them, whatever their secret.
    const isAsked = token !== '' && request.url.startsWith('/feed/')
    const secret = `${username} ${token}`
    if (isAsked) await deps.secrets.admit(request, secret)
    if (await find(username, token)) return deps.secrets.opened(request, secret)
    await countAnonymousRequest(deps, request)
    if (isAsked) await deps.secrets.missed(request)
  })
}
