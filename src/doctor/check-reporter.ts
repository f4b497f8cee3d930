import type { Clock } from '../kernel/clock.ts'
import { recentResult } from './recent-result.ts'
import type { Finding, FindingName } from './finding.ts'
import type { Check } from './installation-checks.ts'
import { runCheck } from './run-check.ts'

/** What is known about the installation. */
export interface CheckReport {
  readonly findings: readonly Finding[]
  /** names of the checks that are still running */
  readonly pending: readonly FindingName[]
  /** time of the oldest finding */
  readonly checkedAt: Date
}

/** @returns the report after waiting up to `waitMs` milliseconds for the checks */
export type ReportChecks = (waitMs: number) => Promise<CheckReport>

/** Milliseconds for which a finding is shown again, so that the page cannot load mail servers and providers. */
const MAX_AGE_MS = 60_000

/** @returns a function that runs checks for a page: all at the same time, and each at most once a minute */
export function checkReporter(checks: readonly Check[], clock: Clock): ReportChecks {
  const now = () => clock.now().getTime()
  const running = checks.map((check) => ({
    name: check.name,
    report: recentResult(() => runCheck(check), { maxAgeMs: MAX_AGE_MS, now }),
  }))
  return async (waitMs) => {
    const results = await Promise.all(running.map(async ({ name, report }) => ({ name, ...(await report(waitMs)) })))
    return {
      findings: results.flatMap(({ result = [] }) => result),
      pending: results.filter(({ result }) => result === undefined).map(({ name }) => name),
      checkedAt: new Date(Math.min(...results.map(({ startedAt }) => startedAt))),
    }
  }
}
