import type { AllowList } from './addresses/allow-list.ts'
import { failedOutcome, FetchFailure } from './fetch-failure.ts'
import { DEFAULT_FETCH_LIMITS, type FetchLimits } from './fetch-limits.ts'
import type { FetchOutcome } from './fetch-outcome.ts'
import type { Journey } from './follow-redirects.ts'
import { withDeadline } from './exchange/phase-deadline.ts'
import type { ResolveHost } from './addresses/pinned-addresses.ts'
import { createResolverTurns } from './addresses/resolver-turns.ts'
import { createHostMemory } from './host-memory.ts'
import type { UseOfSiteLogin } from './use-of-site-login.ts'
import { followRedirects } from './follow-redirects.ts'

export interface FetcherOptions {
  readonly allow: AllowList
  readonly userAgent: string
  readonly limits?: Partial<FetchLimits>
  readonly resolve?: ResolveHost
  /** PEM certificates to trust instead of those of the system */
  readonly ca?: string
}

interface FetchOptions {
  /** aborts the fetch; the outcome is then `timed_out` */
  readonly signal?: AbortSignal
  /** value of the Accept header; by default, that for pages */
  readonly accept?: string
  /** account at a site. The username, password and cookies are sent only to this site. */
  readonly access?: UseOfSiteLogin
  /** form fields to send by POST to the first address, which must belong to the site of `access`. Redirects use GET. */
  readonly form?: URLSearchParams
  /** true if no user waits. The fetch then fails at once if its host has just failed to respond to another fetch. */
  readonly isBackground?: boolean
}

export interface Fetcher {
  /**
   * Fetches an address and follows redirects. Cookies that a site sets are sent back to it
   * during this fetch, and discarded afterwards.
   * @returns the page with any status, or the failure. An error of a server or an invalid address does not reject the
   *   promise.
   */
  fetch(url: string, options?: FetchOptions): Promise<FetchOutcome>
  /** Aborts all running fetches, and waits until their sockets are closed. Later fetches fail. */
  close(): Promise<void>
}

const ACCEPT_PAGE = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/** @returns an HTTP client for outgoing requests. A process creates one for pages and one for images. */
export function createFetcher(options: FetcherOptions): Fetcher {
  const limits = { ...DEFAULT_FETCH_LIMITS, ...options.limits }
  const closing = new AbortController()
  const running = new Set<Promise<FetchOutcome>>()
  const memory = createHostMemory()
  const turns = createResolverTurns()
  const start = ({ signal, accept = ACCEPT_PAGE, access, form, isBackground = false }: FetchOptions): Journey => ({
    ...options,
    memory,
    turns,
    isBackground,
    ...(access && { access }),
    ...(form && { form }),
    limits,
    accept,
    signal: signal ? AbortSignal.any([closing.signal, signal]) : closing.signal,
  })
  return {
    fetch: (url, fetchOptions = {}) => {
      const outcome = fetchAcrossRedirects(url, start(fetchOptions))
      running.add(outcome)
      return outcome.finally(() => running.delete(outcome))
    },
    close: async () => {
      closing.abort(new FetchFailure('timed_out', 'the fetcher was closed'))
      await Promise.allSettled(running)
    },
  }
}

/**
 * Follows redirects within the time limit for the whole fetch.
 * @returns the page, or the failure
 */
async function fetchAcrossRedirects(url: string, journey: Journey): Promise<FetchOutcome> {
  const phase = { name: 'the fetch', ms: journey.limits.totalMs, signal: journey.signal }
  try {
    const page = await withDeadline(phase, (signal) => followRedirects(url, { ...journey, signal }))
    return { kind: 'page', page }
  } catch (error) {
    if (error instanceof FetchFailure) return failedOutcome(error)
    throw error
  }
}
