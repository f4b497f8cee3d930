import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { ListReview } from '../annotations/review/list-review.ts'
import { matchesEtag } from '../http/matches-etag.ts'
import { notFound } from '../kernel/errors.ts'
import type { FindFeedOwner } from '../users/feed-token.ts'
import type { FindNow } from '../users/time-zone.ts'
import { reviewFeed } from './review-feed.ts'

export interface ReviewFeedDeps {
  readonly listReview: ListReview
  readonly findNow: FindNow
  /** public address of this server, without a trailing slash */
  readonly baseUrl: string
  readonly version: string
}

interface Named {
  readonly Params: { readonly username: string; readonly token: string }
}

/** Adds the feed of the daily review, whose address has the same secret as the user's other feeds. */
export function addReviewFeed(app: FastifyInstance, deps: ReviewFeedDeps, find: FindFeedOwner): void {
  app.get<Named>('/feed/:username/:token/review', async (request, reply) => {
    const { username, token } = request.params
    const owner = await find(username, token)
    if (!owner) throw notFound('feed')
    const review = await deps.listReview(owner.id, await deps.findNow(owner))
    const { baseUrl, version } = deps
    const body = reviewFeed({ owner, review, baseUrl, version, self: baseUrl + request.url })
    const etag = `"${hash('sha1', body, 'base64url')}"`
    reply.headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-cache, private', etag })
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.header('content-type', 'application/atom+xml').send(body)
  })
}
