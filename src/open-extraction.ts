import { availableParallelism } from 'node:os'
import type { Settings } from './config/settings.ts'
import { createExtractionPool, type ExtractionPool } from './extraction/extraction-pool.ts'
import type { MemoryBudget } from './kernel/memory-budget.ts'

/**
 * @param memory budget from which each extraction reserves memory; absent if no other work shares the memory
 * @returns the extraction threads, with the limits of the settings. They start when pages arrive.
 */
export function openExtraction(settings: Settings, memory?: MemoryBudget): ExtractionPool {
  return createExtractionPool({
    workers: Math.min(settings.DOGEAR_EXTRACTION_WORKERS, availableParallelism()),
    deadlineMs: 10_000,
    memoryMb: settings.DOGEAR_EXTRACTION_MEMORY_MB,
    idleMs: 15_000,
    maxQueue: 1000,
    ...(memory && { memory }),
  })
}
