import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { networkOf } from './network.ts'
import type { Throttle } from './throttle.ts'

/** Cached pairs of a network and a valid secret: the most recent ones. */
const MOST_KNOWN = 10_000

/** Slows down guessing of secrets in addresses, such as those of feeds and public links, for each network. */
export interface AddressSecrets {
  /**
   * Call it before looking up a secret. A secret that a network has used successfully stays available to it.
   * @throws AppError `too_many_requests` when its budget of wrong secrets is used up
   */
  admit(request: FastifyRequest, secret: string): Promise<void>
  /** The secret was right. */
  opened(request: FastifyRequest, secret: string): void
  /** The secret was wrong. @throws AppError `too_many_requests` when that exceeds the budget */
  missed(request: FastifyRequest): Promise<void>
}

/** After a disconnect the address is unknown; all such requests share one budget. */
const networkIn = (request: FastifyRequest): string => networkOf((request.ip as string | undefined) ?? '')

/** @param wrongSecrets the budget of wrong secrets of one network */
export function addressSecrets(wrongSecrets: Throttle): AddressSecrets {
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
