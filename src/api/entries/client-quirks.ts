import type { FastifyRequest } from 'fastify'
import { viewerOf } from '../wire/request-context.ts'

/** A client that needs complete answers, recognized by its `User-Agent`. */
interface KnownClient {
  readonly name: string
  readonly userAgent: RegExp
  /** what fails without complete answers */
  readonly reason: string
}

/**
 * Clients whose users need not set anything. wombag needs complete answers too, but sends what curl sends: its client
 * gets them by its own setting.
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
 * The interface specification omits `annotations` from the answer to a save, and `id` from the answer to a deletion.
 * @param isDefault whether all clients get complete answers (`DOGEAR_EXACT_MEMBERS`)
 * @returns whether this answer contains them: by the default, by the setting of the client, or for a known client
 */
export function hasCompleteAnswer(request: FastifyRequest, isDefault: boolean): boolean {
  if (isDefault || viewerOf(request).hasCompleteAnswers) return true
  const sent = request.headers['user-agent'] ?? ''
  return KNOWN_CLIENTS.some(({ userAgent }) => userAgent.test(sent.slice(0, 300)))
}
