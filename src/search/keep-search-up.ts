import { setTimeout } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import type { SearchIndex } from './search-index.ts'

/** How often the index looks for changes. On SQLite a look is free while nobody writes. */
const LOOK_MS = { sqlite: 1000, postgres: 3000 } as const
/** For one user at a time, so that a large import does not keep the others waiting. */
const TURN_MS = 300

/**
 * Has the index follow all users in the background: what was saved, and after an upgrade what there is already. What
 * fails is tried again at the next look, and a search makes up for it besides.
 * @returns what stops it, after the turn that runs
 */
export function keepSearchUp(database: Database, index: SearchIndex): () => Promise<void> {
  const pauseMs = LOOK_MS[database.dialect]
  const stopped = new AbortController()
  let seen: number | undefined
  let isConverted = false
  const look = async (): Promise<Outcome> => {
    const version = database.version()
    if (isConverted && version !== undefined && version === seen) return 'nobody_behind'
    const outcome = await followAll(index, stopped.signal)
    if (outcome === 'nobody_behind') seen = version
    // New changes come first. A batch that fails is tried again at the next look.
    isConverted ||= await index.convert(TURN_MS)
    return isConverted ? outcome : 'followed'
  }
  const running = (async () => {
    // A start has better things to do than to load an index that nobody asks yet.
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

/** Keeps no process alive. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal, ref: false }).catch(() => undefined)
}

/** What a look at all users came to; `stuck`: some are behind, and none of them could be followed. */
type Outcome = 'nobody_behind' | 'followed' | 'stuck'

async function followAll(index: SearchIndex, signal: AbortSignal): Promise<Outcome> {
  const owners = await index.findBehind()
  let outcome: Outcome = owners.length === 0 ? 'nobody_behind' : 'stuck'
  for (const owner of owners) {
    if (signal.aborted) return 'stuck'
    // One who cannot be followed must not keep back those after.
    await index.catchUp(owner, TURN_MS).then(
      () => (outcome = 'followed'),
      () => undefined,
    )
  }
  return outcome
}
