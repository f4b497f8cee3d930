import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { countAnonymousRequest, type AnonymousRequestDeps } from '../throttling/anonymous-requests.ts'
import type { UrlSecrets } from '../throttling/url-secret-throttle.ts'
import { feedOwnerFinder } from '../users/feed-token.ts'

type Named = { Params: { readonly username?: string; readonly token?: string } }

interface AnonymousFeedRequestDeps extends AnonymousRequestDeps {
  readonly database: Database
  readonly secrets: UrlSecrets
}

/**
 * Counts feed requests without a valid secret towards the rate limits of their network address. Requests with the right
 * secret do not count, because a feed service fetches the feeds of many users from one address and would exceed the
 * limits.
 * @param app instance whose routes have the parameters `username` and `token`
 */
export function countAnonymousFeedRequests(app: FastifyInstance, deps: AnonymousFeedRequestDeps): void {
  const find = feedOwnerFinder(deps.database)
  app.addHook<Named>('onRequest', async (request) => {
    if (deps.anonymousPerAddress.isUnlimited) return
    const { username = '', token = '' } = request.params
    // A wrong secret counts as a guess only under `/feed/`. The older feed addresses redirect there without checking
    // the secret, so a guess at an older address counts after the redirect.
    const isGuess = token !== '' && request.url.startsWith('/feed/')
    const secret = `${username} ${token}`
    if (isGuess) await deps.secrets.admit(request, secret)
    if (await find(username, token)) return deps.secrets.opened(request, secret)
    await countAnonymousRequest(deps, request)
    if (isGuess) await deps.secrets.missed(request)
  })
}
