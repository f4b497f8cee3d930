import type { Settings } from './config/settings.ts'
import type { FetchLimits } from './fetching/fetch-limits.ts'
import type { Fetcher } from './fetching/fetcher.ts'

export interface FetcherNeeds {
  /** Dogear's own version, for the user agent */
  readonly version: string
  /** called when an address is forbidden, with the requester if known */
  readonly onRefused: (requester: Requester | undefined) => void
}

/** The origin of a request for a page or an image. */
export interface Requester {
  readonly userId: number
  readonly entryId: number
  /** id of the HTTP request that caused it; absent if unknown */
  readonly requestId?: string
}

export interface ReportingFetcher extends Fetcher {
  /** @returns the same fetcher; refusals are reported with the requester */
  onBehalfOf(requester: Requester): Fetcher
}

/**
 * @param limits limits that differ from those of pages
 * @returns a fetcher with the rules of the settings; heavy modules are loaded with the first fetch
 */
export function openFetcher(
  settings: Settings,
  { version, onRefused }: FetcherNeeds,
  limits: Partial<FetchLimits> = {},
): ReportingFetcher {
  let made: Promise<Fetcher> | undefined
  let isClosed = false
  const open = async (): Promise<Fetcher> => {
    // Loads undici, a tenth of the modules of a start.
    const { createFetcher } = await import('./fetching/fetcher.ts')
    return createFetcher({
      allow: settings.DOGEAR_FETCH_ALLOW,
      userAgent: `Mozilla/5.0 (compatible; Dogear/${version})`,
      limits: { totalMs: settings.DOGEAR_FETCH_TIMEOUT_SECONDS * 1000, ...limits },
    })
  }
  const fetchFor =
    (requester?: Requester): Fetcher['fetch'] =>
    async (url, options) => {
      const fetcher = await (made ??= open())
      // A fetcher created during shutdown is closed here, because no other code would.
      if (isClosed) await fetcher.close()
      const outcome = await fetcher.fetch(url, options)
      if (outcome.kind === 'failed' && outcome.code === 'refused') onRefused(requester)
      return outcome
    }
  const close = async () => {
    isClosed = true
    await (await made)?.close()
  }
  return { fetch: fetchFor(), close, onBehalfOf: (requester) => ({ fetch: fetchFor(requester), close }) }
}
