import type { FastifyRequest } from 'fastify'
import { viewerOf } from '../wire/request-context.ts'

/** A client that needs complete responses, recognized by its `User-Agent`. */
interface KnownClient {
  readonly name: string
  readonly userAgent: RegExp
  /** the failure that incomplete responses would cause */
  readonly reason: string
}

/**
 * Clients that get complete responses automatically. wombag needs them too, but has the same `User-Agent` as curl, so
 * its users have to enable them in the settings of the API client.
 */
export const KNOWN_CLIENTS: readonly KnownClient[] = [
  {
    name: 'wallabag for iOS',
    userAgent: /^wallabag\/\S+ CFNetwork\/\S+ Darwin\/\S+/i,
    reason: 'cannot decode the answer to a deletion without `id`, and then drops the rest of its queue',
  },
  {
    name: 'wallabag.el',
    userAgent:
      /^Mozilla\/5\.0 \(Windows NT 6\.1; WOW64\) AppleWebKit\/537\.36 \(KHTML, like Gecko\) Chrome\/41\.0\.2272\.101 Safari\/537\.36$/,
    reason: 'stores the members of an entry by position, so the answer to a save must contain `annotations`',
  },
]

/**
 * Decides whether a response is complete. A complete response contains a member that the interface specification omits:
 * `annotations` after a save, `id` after a deletion.
 * @param isDefault true if all clients get complete responses (`DOGEAR_EXACT_MEMBERS`)
 * @returns true by default, if the setting of the API client requires it, or for a known client
 */
export function hasCompleteAnswer(request: FastifyRequest, isDefault: boolean): boolean {
  if (isDefault || viewerOf(request).hasCompleteAnswers) return true
  const sent = request.headers['user-agent'] ?? ''
  return KNOWN_CLIENTS.some(({ userAgent }) => userAgent.test(sent.slice(0, 300)))
}
