import type { Settings } from './config/settings.ts'
import type { FetchLimits } from './fetching/fetch-limits.ts'
import type { Fetcher } from './fetching/fetcher.ts'

export interface FetcherNeeds {
  /** version of Dogear, which is part of the user agent */
  readonly version: string
  /**
   * called if an address must not be fetched, such as that of a private network; `requester` is undefined if not known
   */
  readonly onRefused: (requester: Requester | undefined) => void
}

/** The entry whose page or image is fetched. */
export interface Requester {
  readonly userId: number
  readonly entryId: number
  /** id of the HTTP request that caused the fetch; absent if not known */
  readonly requestId?: string
}

export interface ReportingFetcher extends Fetcher {
  /** @returns a fetcher that passes `requester` to `onRefused` */
  onBehalfOf(requester: Requester): Fetcher
}

/**
 * @param limits size and time limits that replace the default limits, which are those for pages
 * @returns a fetcher with the settings of the server. Its code is loaded when the first address is fetched.
 */
export function openFetcher(
  settings: Settings,
  { version, onRefused }: FetcherNeeds,
  limits: Partial<FetchLimits> = {},
): ReportingFetcher {
  let made: Promise<Fetcher> | undefined
  let isClosed = false
  const open = async (): Promise<Fetcher> => {
    // This import loads undici, which contains a tenth of all modules of the server. It runs only at the first fetch,
    // so that the server starts faster.
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
      // `close` may have been called before the fetcher was created. The fetcher must then be closed here.
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
