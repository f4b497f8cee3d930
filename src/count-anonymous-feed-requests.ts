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
 * Counts feed requests with a wrong secret, for each network address. Requests with the right secret are not counted,
 * because a feed service fetches the feeds of many users from one address.
 * @param app instance whose routes have the parameters `username` and `token`
 */
export function countAnonymousFeedRequests(app: FastifyInstance, deps: AnonymousFeedRequestDeps): void {
  const find = feedOwnerFinder(deps.database)
  app.addHook<Named>('onRequest', async (request) => {
    if (deps.anonymousPerAddress.isUnlimited) return
    const { username = '', token = '' } = request.params
    // Guesses are counted only under `/feed/`. The older addresses of feeds redirect there, even if the secret is
    // wrong.
    const isGuess = token !== '' && request.url.startsWith('/feed/')
    const secret = `${username} ${token}`
    if (isGuess) await deps.secrets.admit(request, secret)
    if (await find(username, token)) return deps.secrets.opened(request, secret)
    await countAnonymousRequest(deps, request)
    if (isGuess) await deps.secrets.missed(request)
  })
}
