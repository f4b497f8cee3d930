import type { FastifyRequest } from 'fastify'
import { viewerOf } from '../wire/request-context.ts'

/** A client that fails if a response lacks certain members. `userAgent` matches its header `User-Agent`. */
interface KnownClient {
  readonly name: string
  readonly userAgent: RegExp
  /** the failure that the missing member causes */
  readonly reason: string
}

/**
 * Clients that get complete responses (see `needsCompleteResponse`) without a setting. The client wombag needs them too,
 * but cannot be recognized, because it sends the `User-Agent` of curl. Its users must enable them in the settings of
 * their API client.
 */
const KNOWN_CLIENTS: readonly KnownClient[] = [
  {
    name: 'wallabag for iOS',
    userAgent: /^wallabag\/\S+ CFNetwork\/\S+ Darwin\/\S+/i,
    reason: 'cannot decode the response to a deletion without `id`, and then drops the rest of its queue',
  },
  {
    name: 'wallabag.el',
    userAgent:
      /^Mozilla\/5\.0 \(Windows NT 6\.1; WOW64\) AppleWebKit\/537\.36 \(KHTML, like Gecko\) Chrome\/41\.0\.2272\.101 Safari\/537\.36$/,
    reason: 'stores the members of an entry by position, so the response to a save must contain `annotations`',
  },
]

/**
 * Decides whether the response is complete: it then contains `annotations` after a save, and `id` after a deletion. The
 * interface specification omits both members.
 * @param isDefault true if the operator enabled complete responses for all clients (`DOGEAR_EXACT_MEMBERS`)
 * @returns true if the operator or the settings of the API client require complete responses, or if the client is in
 *   `KNOWN_CLIENTS`
 */
export function needsCompleteResponse(request: FastifyRequest, isDefault: boolean): boolean {
  if (isDefault || viewerOf(request).hasCompleteAnswers) return true
  const sent = request.headers['user-agent'] ?? ''
  return KNOWN_CLIENTS.some(({ userAgent }) => userAgent.test(sent.slice(0, 300)))
}
