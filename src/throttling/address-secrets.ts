import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { networkOf } from './network.ts'
import type { Throttle } from './throttle.ts'

/** Pairs of a network and a secret that it has opened: the latest are remembered. */
const MOST_KNOWN = 10_000

/** Slows down guessing at secrets in addresses, such as those of feeds and public links, by the network it comes from. */
export interface AddressSecrets {
  /**
   * To be called before a secret is looked up. What a network has opened before stays open to it.
   * @throws AppError `too_many_requests` when its budget of wrong secrets is spent
   */
  admit(request: FastifyRequest, secret: string): Promise<void>
  /** The secret was right. */
  opened(request: FastifyRequest, secret: string): void
  /** The secret was wrong. @throws AppError `too_many_requests` when that was one too many */
  missed(request: FastifyRequest): Promise<void>
}

/** There is no address once the other side has hung up; all such requests share one budget. */
const networkIn = (request: FastifyRequest): string => networkOf((request.ip as string | undefined) ?? '')

/** @param wrongSecrets wrong secrets of one network */
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
