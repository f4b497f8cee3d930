import type { AllowList } from './addresses/allow-list.ts'
import { failedOutcome, FetchFailure } from './fetch-failure.ts'
import { DEFAULT_FETCH_LIMITS, type FetchLimits } from './fetch-limits.ts'
import type { FetchOutcome } from './fetch-outcome.ts'
import type { Journey } from './follow-redirects.ts'
import { withDeadline } from './exchange/phase-deadline.ts'
import type { ResolveHost } from './addresses/pinned-addresses.ts'
import type { SiteAccess } from './site-access.ts'
import { followRedirects } from './follow-redirects.ts'

export interface FetcherOptions {
  readonly allow: AllowList
  readonly userAgent: string
  readonly limits?: Partial<FetchLimits>
  readonly resolve?: ResolveHost
  /** PEM certificates, trusted instead of the machine's */
  readonly ca?: string
}

export interface FetchOptions {
  /** ends the fetch before its own limits; the outcome is then timed_out */
  readonly signal?: AbortSignal
  /** the Accept field; pages by default */
  readonly accept?: string
  /** an account at one site, with its credentials; sent to no other site */
  readonly access?: SiteAccess
  /** fields sent to the first address by POST, to the site of `access` only; its redirects are followed by GET */
  readonly form?: URLSearchParams
}

export interface Fetcher {
  /**
   * Fetches one address and follows its redirects. Nothing is kept between fetches.
   * @returns the page, whatever its status, or the failure; never rejects because of a server or an address
   */
  fetch(url: string, options?: FetchOptions): Promise<FetchOutcome>
  /** Ends all running fetches and waits until their sockets are closed. Later fetches fail. */
  close(): Promise<void>
}

const ACCEPT_PAGE = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/** @returns the only outgoing HTTP client of this program; one per process is sufficient */
export function createFetcher(options: FetcherOptions): Fetcher {
  const limits = { ...DEFAULT_FETCH_LIMITS, ...options.limits }
  const closing = new AbortController()
  const running = new Set<Promise<FetchOutcome>>()
  const start = ({ signal, accept = ACCEPT_PAGE, access, form }: FetchOptions): Journey => ({
    ...options,
    ...(access && { access }),
    ...(form && { form }),
    limits,
    accept,
    signal: signal ? AbortSignal.any([closing.signal, signal]) : closing.signal,
  })
  return {
    fetch: (url, fetchOptions = {}) => {
      const outcome = travel(url, start(fetchOptions))
      running.add(outcome)
      return outcome.finally(() => running.delete(outcome))
    },
    close: async () => {
      closing.abort(new FetchFailure('timed_out', 'the fetcher was closed'))
      await Promise.allSettled(running)
    },
  }
}

/** Loads sockets, TLS and decoders at the first fetch, because a server that only answers its readers needs none. */
async function travel(url: string, journey: Journey): Promise<FetchOutcome> {
  const phase = { name: 'the fetch', ms: journey.limits.totalMs, signal: journey.signal }
  try {
    const page = await withDeadline(phase, (signal) => followRedirects(url, { ...journey, signal }))
    return { kind: 'page', page }
  } catch (error) {
    if (error instanceof FetchFailure) return failedOutcome(error)
    throw error
  }
}
