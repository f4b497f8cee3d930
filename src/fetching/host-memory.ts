import { LRUCache } from 'lru-cache'
import { FetchFailure } from './fetch-failure.ts'
import type { FetchFailureCode } from './fetch-outcome.ts'
import type { FetchTarget } from './parse-fetch-target.ts'

/** Maximum number of remembered hosts. The least recently used ones are dropped first. */
const MAX_HOSTS = 5000
/** Milliseconds for which a failure is remembered, so that a host that works again is soon asked again. */
const REMEMBERED_MS = 300_000
/** Number of requests without a response after which a host counts as silent. A single one may be a slow page. */
const SILENT_REQUESTS = 2

/** Failures that are likely for the other links of a host too. */
const LASTING: ReadonlySet<FetchFailureCode> = new Set([
  'unknown_name',
  'unreachable',
  'connection_failed',
  'timed_out',
  'no_answer',
])

/**
 * Remembers hosts that do not exist or do not respond, so that background fetches of their other links fail at once
 * instead of waiting for the same time limit. It never remembers that a host may be reached: every fetch that is sent
 * passes all checks.
 */
export interface HostMemory {
  /** @returns the remembered failure; undefined if the host must be asked */
  failureOf(target: FetchTarget): FetchFailure | undefined
  /** @param isConnected true if a connection was opened, and only the response is missing */
  failed(target: FetchTarget, failure: FetchFailure, isConnected: boolean): void
  /** Removes the failures of a host that has responded. */
  responded(target: FetchTarget): void
}

/** @returns an empty memory */
export function createHostMemory(): HostMemory {
  const hosts = new LRUCache<string, { readonly failure: FetchFailure; readonly count: number }>({
    max: MAX_HOSTS,
    ttl: REMEMBERED_MS,
  })
  return {
    failureOf: (target) => {
      const known = hosts.get(keyOf(target))
      if (!known || known.count < SILENT_REQUESTS) return undefined
      return new FetchFailure(known.failure.code, `remembered: ${known.failure.message}`)
    },
    failed: (target, failure, isConnected) => {
      if (!LASTING.has(failure.code)) return
      const before = hosts.get(keyOf(target))?.count ?? 0
      hosts.set(keyOf(target), { failure, count: isConnected ? before + 1 : SILENT_REQUESTS })
    },
    responded: (target) => void hosts.delete(keyOf(target)),
  }
}

/** @returns scheme, host and port, because another port may belong to another server */
function keyOf({ url }: FetchTarget): string {
  return url.origin
}
