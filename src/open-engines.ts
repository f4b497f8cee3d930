import { availableParallelism } from 'node:os'
import type { Settings } from './config/settings.ts'
import type { ExtractionPool } from './extraction/extraction-pool.ts'
import type { FetchLimits } from './fetching/fetch-limits.ts'
import type { Fetcher } from './fetching/fetcher.ts'
import type { MemoryBudget } from './kernel/memory-budget.ts'
import { createExtractionPool } from './extraction/extraction-pool.ts'

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

/**
 * @param memory budget that each page waits for; absent where nothing else runs
 * @returns the extraction threads of the settings; loaded with the first page
 */
export function openExtraction(settings: Settings, memory?: MemoryBudget): ExtractionPool {
  let made: Promise<ExtractionPool> | undefined
  let isStopped = false
  const pool = async (): Promise<ExtractionPool> => {
    made ??= makePool(settings, memory)
    // A pool created during shutdown is stopped here, because no other code would.
    if (isStopped) await (await made).stop()
    return made
  }
  return {
    extract: async (capture, owner) => (await pool()).extract(capture, owner),
    clean: async (given) => (await pool()).clean(given),
    find: async (capture, expressions) => (await pool()).find(capture, expressions),
    stop: async () => {
      isStopped = true
      await (await made)?.stop()
    },
  }
}

async function makePool(settings: Settings, memory: MemoryBudget | undefined): Promise<ExtractionPool> {
  return createExtractionPool({
    workers: Math.min(settings.DOGEAR_EXTRACTION_WORKERS, availableParallelism()),
    deadlineMs: 10_000,
    memoryMb: settings.DOGEAR_EXTRACTION_MEMORY_MB,
    idleMs: 15_000,
    maxQueue: 1000,
    ...(memory && { memory }),
  })
}
