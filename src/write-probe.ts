import type { Database } from './db/database.ts'

/** For how long the outcome of a probe holds, in milliseconds. */
const PROBE_EVERY_MS = 3000

/**
 * @param now milliseconds on a clock that never goes back
 * @returns a function that tells why the database cannot be written to, or undefined while it can. However often it is
 *   asked, it writes once in three seconds at most.
 */
export function writeProbe(
  database: Pick<Database, 'probeWrite'>,
  now: () => number = () => performance.now(),
): () => Promise<string | undefined> {
  let outcome: Promise<string | undefined> | undefined
  let [since, isRunning] = [0, false]
  const probe = async (): Promise<string | undefined> => {
    isRunning = true
    since = now()
    try {
      await database.probeWrite()
      return undefined
    } catch (error) {
      return `the database cannot be written to: ${String(error)}`
    } finally {
      isRunning = false
    }
  }
  return () => {
    if (outcome === undefined || (!isRunning && now() - since >= PROBE_EVERY_MS)) outcome = probe()
    return outcome
  }
}
