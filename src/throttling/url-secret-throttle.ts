import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { networkOf } from './network-of-address.ts'
import type { Throttle } from './throttle.ts'

/** Maximum number of cached pairs of a network and a valid secret. The least recently used ones are dropped. */
const MOST_KNOWN = 10_000

/** Limits guessing of secrets in URLs, such as those of feeds and public links, for each network. */
export interface UrlSecrets {
  /**
   * Call this before looking up a secret. A secret that the network has used successfully is never refused.
   * @throws AppError `too_many_requests` if the network's budget of wrong secrets is used up
   */
  admit(request: FastifyRequest, secret: string): Promise<void>
  /** Call this after a valid secret. */
  opened(request: FastifyRequest, secret: string): void
  /**
   * Call this after a wrong secret.
   * @throws AppError `too_many_requests` if the budget is exceeded
   */
  missed(request: FastifyRequest): Promise<void>
}

/** After a client has disconnected, its address is unknown. All such requests share one budget. */
const networkIn = (request: FastifyRequest): string => networkOf((request.ip as string | undefined) ?? '')

/** @param wrongSecrets the budget of wrong secrets for each network */
export function urlSecrets(wrongSecrets: Throttle): UrlSecrets {
  const known = new LRUCache<string, true>({ max: MOST_KNOWN })
  return {
    admit: async (request, secret) => {
      if (wrongSecrets.isUnlimited) return
      const network = networkIn(request)
      if (!known.has(`${network} ${secret}`)) await wrongSecrets.check(network)
    },
    opened: (request, secret) => {
      if (!wrongSecrets.isUnlimited) known.set(`${networkIn(request)} ${secret}`, true)
    },
    missed: async (request) => {
      if (!wrongSecrets.isUnlimited) await wrongSecrets.take(networkIn(request))
    },
  }
}
