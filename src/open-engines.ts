import { availableParallelism } from 'node:os'
import type { Settings } from './config/settings.ts'
import type { ExtractionPool } from './extraction/extraction-pool.ts'
import type { FetchLimits } from './fetching/fetch-limits.ts'
import type { Fetcher } from './fetching/fetcher.ts'
import type { MemoryBudget } from './kernel/memory-budget.ts'
import { createExtractionPool } from './extraction/extraction-pool.ts'

export interface FetcherNeeds {
  /** our own, for the user agent */
  readonly version: string
  /** called when an address must not be reached, with who asked for it where that is known */
  readonly onRefused: (requester: Requester | undefined) => void
}

/** Who asked for a page or an image. */
export interface Requester {
  readonly userId: number
  readonly entryId: number
  /** of the request that led to it; absent where none is known */
  readonly requestId?: string
}

export interface ReportingFetcher extends Fetcher {
  /** @returns the same fetcher, whose refusals are reported with the requester */
  onBehalfOf(requester: Requester): Fetcher
}

/**
 * @param limits other limits than those of pages
 * @returns a way out by the rules of the settings; nothing heavy is loaded before the first fetch
 */
export function openFetcher(
  settings: Settings,
  { version, onRefused }: FetcherNeeds,
  limits: Partial<FetchLimits> = {},
): ReportingFetcher {
  let made: Promise<Fetcher> | undefined
  let isClosed = false
  const open = async (): Promise<Fetcher> => {
    // Brings undici, a tenth of what a start would load.
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
      // One that is made while the service stops has nobody to close it.
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
 * @param memory what each page waits for; absent where nothing else runs
 * @returns the threads that read pages, as the settings say; loaded with the first page
 */
export function openExtraction(settings: Settings, memory?: MemoryBudget): ExtractionPool {
  let made: Promise<ExtractionPool> | undefined
  let isStopped = false
  const pool = async (): Promise<ExtractionPool> => {
    made ??= makePool(settings, memory)
    // A pool that is made while the service stops has nobody to stop it.
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
