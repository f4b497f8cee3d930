import { setTimeout } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import type { SearchIndex } from './search-index.ts'

/** Milliseconds between checks for changes. On SQLite, a check costs nothing as long as nothing is written. */
const CHECK_MS = { sqlite: 1000, postgres: 3000 } as const
/**
 * Maximum number of milliseconds spent on one user before the next user's turn, so that a large import does not block
 * other users.
 */
const TURN_MS = 300

/**
 * Indexes the changes of all users in the background. A failed step is repeated at the next check. Searches do not
 * depend on this work, because they index pending changes themselves.
 * @returns a function that stops the work after the current step
 */
export function indexInBackground(database: Database, index: SearchIndex): () => Promise<void> {
  const pauseMs = CHECK_MS[database.dialect]
  const stopped = new AbortController()
  let seen: number | undefined
  const look = async (): Promise<Outcome> => {
    const version = database.version()
    if (version !== undefined && version === seen) return 'up_to_date'
    const outcome = await followAll(index, stopped.signal)
    if (outcome === 'up_to_date') seen = version
    return outcome
  }
  const running = (async () => {
    // Starts with a pause, so that the code of the index is not loaded while the server starts.
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

/** Waits, but does not keep the process alive. Ends early if the signal aborts. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal, ref: false }).catch(() => undefined)
}

/** Result of a check of all users. `stuck`: there are unindexed changes, but none could be indexed. */
type Outcome = 'up_to_date' | 'followed' | 'stuck'

async function followAll(index: SearchIndex, signal: AbortSignal): Promise<Outcome> {
  const owners = await index.findBehind()
  let outcome: Outcome = owners.length === 0 ? 'up_to_date' : 'stuck'
  for (const owner of owners) {
    if (signal.aborted) return 'stuck'
    // Errors of one user are ignored here, so that they do not block the other users.
    await index.catchUp(owner, TURN_MS).then(
      () => (outcome = 'followed'),
      () => undefined,
    )
  }
  return outcome
}
