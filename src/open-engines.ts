import { availableParallelism } from 'node:os'
import type { Settings } from './config/settings.ts'
import { createExtractionPool, type ExtractionPool } from './extraction/extraction-pool.ts'
import type { FetchLimits } from './fetching/fetch-limits.ts'
import { createFetcher, type Fetcher } from './fetching/fetcher.ts'

/**
 * @param version our own, for the user agent
 * @param limits other limits than those of pages
 * @returns a way out by the rules of the settings; nothing heavy is loaded before the first fetch
 */
export function openFetcher(settings: Settings, version: string, limits: Partial<FetchLimits> = {}): Fetcher {
  return createFetcher({
    allow: settings.DOGEAR_FETCH_ALLOW,
    userAgent: `Mozilla/5.0 (compatible; Dogear/${version})`,
    limits: { totalMs: settings.DOGEAR_FETCH_TIMEOUT_SECONDS * 1000, ...limits },
  })
}

/** @returns the threads that read pages, as the settings say; none is started before the first page */
export function openExtraction(settings: Settings): ExtractionPool {
  return createExtractionPool({
    workers: Math.min(settings.DOGEAR_EXTRACTION_WORKERS, availableParallelism()),
    deadlineMs: 10_000,
    memoryMb: settings.DOGEAR_EXTRACTION_MEMORY_MB,
    idleMs: 30_000,
    maxQueue: 1000,
  })
}
