import { orAborted } from '../exchange/phase-deadline.ts'
import type { ResolveHost } from './pinned-addresses.ts'

/**
 * Lets background fetches resolve one name at a time. A resolver that does not respond occupies one of the few threads
 * of Node's pool until it gives up, and two such names would delay the names of all other fetches.
 */
export interface ResolverTurns {
  /**
   * Waits until the earlier lookups have ended, and calls `work` with a resolver for a single name. The turn ends with
   * the lookup, even if `work` has given up before; or with `work`, if it resolves no name.
   * @param signal ends the wait when it is aborted; the promise is then rejected with its reason
   */
  run<T>(resolve: ResolveHost, signal: AbortSignal, work: (resolve: ResolveHost) => Promise<T>): Promise<T>
}

/** @returns turns that all lookups of a process share */
export function createResolverTurns(): ResolverTurns {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run: async (resolve, signal, work) => {
      const before = last
      const { promise, resolve: endTurn } = Promise.withResolvers<void>()
      last = before.then(() => promise)
      let lookup: Promise<unknown> | undefined
      const resolveOne: ResolveHost = (host) => {
        const addresses = resolve(host)
        lookup = addresses.then(
          () => endTurn(),
          () => endTurn(),
        )
        return addresses
      }
      try {
        await orAborted(before, signal)
        return await work(resolveOne)
      } finally {
        if (!lookup) endTurn()
      }
    },
  }
}
