import { sleep } from '../kernel/sleep.ts'
import { problem, problemOf, type Finding } from './finding.ts'
import type { Check } from './installation-checks.ts'

/** Time limit for a check in milliseconds. The checks have shorter ones of their own, apart from a silent mail server. */
const TIMEOUT_MS = 30_000

/**
 * Runs a check. Never rejects: an unexpected error is a problem, too.
 * @returns the findings; a problem if there are none after `timeoutMs` milliseconds
 */
export async function runCheck({ name, run }: Check, timeoutMs = TIMEOUT_MS): Promise<readonly Finding[]> {
  const ended = new AbortController()
  const late = sleep(timeoutMs, ended.signal).then(() => [
    problem(name, `could not be checked within ${timeoutMs / 1000} seconds`),
  ])
  try {
    return await Promise.race([run(), late])
  } catch (error) {
    return [problemOf(name, error)]
  } finally {
    ended.abort()
  }
}
