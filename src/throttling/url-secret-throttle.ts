import { LRUCache } from 'lru-cache'
import { networkIn, type ClientRequest } from './network-of-address.ts'
import type { Throttle } from './throttle.ts'

/** Maximum number of cached pairs of a network and a valid secret. The cache drops the least recently used pairs. */
const MAX_CACHED = 10_000

/**
 * Limits attempts to guess the secrets in URLs, for example in the URLs of feeds and public links. Counts per network.
 */
export interface UrlSecrets {
  /**
   * Call this before looking up a secret. A secret that the network has used successfully is never refused.
   * @throws AppError `too_many_requests` if the network has tried too many wrong secrets
   */
  admit(request: ClientRequest, secret: string): Promise<void>
  /** Call this after a valid secret, which is then never refused to this network. */
  opened(request: ClientRequest, secret: string): void
  /**
   * Call this after a wrong secret.
   * @throws AppError `too_many_requests` if the network has tried too many wrong secrets
   */
  missed(request: ClientRequest): Promise<void>
}

/** @param wrongSecrets limit on the wrong secrets of each network */
export function urlSecrets(wrongSecrets: Throttle): UrlSecrets {
  const valid = new LRUCache<string, true>({ max: MAX_CACHED })
  return {
    admit: async (request, secret) => {
      if (wrongSecrets.isUnlimited) return
      const network = networkIn(request)
      if (!valid.has(`${network} ${secret}`)) await wrongSecrets.check(network)
    },
    opened: (request, secret) => {
      if (!wrongSecrets.isUnlimited) valid.set(`${networkIn(request)} ${secret}`, true)
    },
    missed: async (request) => {
      if (!wrongSecrets.isUnlimited) await wrongSecrets.take(networkIn(request))
    },
  }
}
