import { setTimeout } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import type { SearchIndex } from './search-index.ts'

/** Interval of checks for changes, in milliseconds. On SQLite a check costs nothing while there are no writes. */
const LOOK_MS = { sqlite: 1000, postgres: 3000 } as const
/** Maximum time for one user in a row, in milliseconds, so that a large import does not keep the others waiting. */
const TURN_MS = 300

/**
 * Indexes the changes of all users in the background, and converts rows of an earlier version. A failed step is
 * repeated at the next check, and a search also lets the index catch up.
 * @returns a function that stops it after the current step
 */
export function indexInBackground(database: Database, index: SearchIndex): () => Promise<void> {
  const pauseMs = LOOK_MS[database.dialect]
  const stopped = new AbortController()
  let seen: number | undefined
  let isConverted = false
  const look = async (): Promise<Outcome> => {
    const version = database.version()
    if (isConverted && version !== undefined && version === seen) return 'up_to_date'
    const outcome = await followAll(index, stopped.signal)
    if (outcome === 'up_to_date') seen = version
    // New changes come first.
    isConverted ||= await index.convert(TURN_MS)
    return isConverted ? outcome : 'followed'
  }
  const running = (async () => {
    // Waits first, so that the index is not loaded while the server starts.
    await pause(pauseMs, stopped.signal)
    while (!stopped.signal.aborted) {
      const outcome = await look().catch(() => 'stuck' as const)
      if (outcome !== 'followed') await pause(pauseMs, stopped.signal)
    }
  })()
  return async () => {
    stopped.abort()
    await running
  }
}

/** Does not keep the process alive. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal, ref: false }).catch(() => undefined)
}

/** Result of a check of all users; `stuck`: some are behind, and none of them could be indexed. */
type Outcome = 'up_to_date' | 'followed' | 'stuck'

async function followAll(index: SearchIndex, signal: AbortSignal): Promise<Outcome> {
  const owners = await index.findBehind()
  let outcome: Outcome = owners.length === 0 ? 'up_to_date' : 'stuck'
  for (const owner of owners) {
    if (signal.aborted) return 'stuck'
    // A user whose changes cannot be indexed must not block the others.
    await index.catchUp(owner, TURN_MS).then(
      () => (outcome = 'followed'),
      () => undefined,
    )
  }
  return outcome
}
