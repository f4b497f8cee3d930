import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'

/**
 * Counts how often the code that runs in this process lets the event loop go on by `setImmediate` of
 * `node:timers/promises`. Unlike the length of a turn, the number does not depend on the machine.
 */
export async function countPauses(work: () => Promise<unknown>): Promise<number> {
  const { setImmediate } = timers
  let pauses = 0
  timers.setImmediate = (...given) => {
    pauses++
    return setImmediate(...given)
  }
  syncBuiltinESMExports()
  try {
    await work()
  } finally {
    timers.setImmediate = setImmediate
    syncBuiltinESMExports()
  }
  return pauses
}
