import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Settings } from './config/settings.ts'
import type { Database } from './db/database.ts'
import type { ExtractionPool } from './extraction/extraction-pool.ts'
import { MemoryBudget } from './kernel/memory-budget.ts'
import { openExtraction } from './open-extraction.ts'

const MEGABYTE = 1024 * 1024

/** The services that limit tasks with large memory needs: the memory budget and the extraction threads. */
export interface HeavyWork {
  /** memory budget, shared by all tasks that need much memory */
  readonly memory: MemoryBudget
  readonly extraction: ExtractionPool
}

/** Opens both for one process. */
export function openHeavyWork(settings: Settings, database: Database): HeavyWork {
  const memory = openBudget(settings, database)
  return { memory, extraction: openExtraction(settings, memory) }
}

/**
 * @returns the memory budget. When no memory has been reserved for a while, it collects garbage and empties the page
 *   cache of the database. It does so after the start too, which leaves about 10 MB of garbage.
 */
function openBudget({ DOGEAR_WORK_MEMORY_MB: megabytes }: Settings, database: Database): MemoryBudget {
  const onIdle = () => {
    collectGarbage()
    // This fails only while the database is being closed.
    database.releaseMemory().catch(() => undefined)
  }
  return new MemoryBudget({ bytes: megabytes * MEGABYTE, onIdle })
}

/**
 * Runs a full garbage collection, which blocks this thread for about 50 ms. V8 collects garbage only when memory is
 * allocated, so an idle process would keep the garbage of its last work. The V8 flag is set only during the call,
 * because V8 rejects cached code that was compiled with other flags.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', flavor: 'last-resort' })
}
