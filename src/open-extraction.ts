import { availableParallelism } from 'node:os'
import type { Settings } from './config/settings.ts'
import type { ExtractionPool } from './extraction/extraction-pool.ts'
import type { MemoryBudget } from './kernel/memory-budget.ts'
import { createExtractionPool } from './extraction/extraction-pool.ts'

/**
 * @param memory budget from which each extraction reserves memory; absent if no other work shares the memory
 * @returns the extraction threads, with the limits of the settings. Their code is loaded when the first page is
 * extracted.
 */
export function openExtraction(settings: Settings, memory?: MemoryBudget): ExtractionPool {
  let made: Promise<ExtractionPool> | undefined
  let isStopped = false
  const pool = async (): Promise<ExtractionPool> => {
    made ??= makePool(settings, memory)
    // `stop` may have been called before the pool was created. The pool must then be stopped here.
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
