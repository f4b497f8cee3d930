import type { DeadJob } from './dead-jobs.ts'

/** The number of jobs of one kind, by state. */
export interface JobCount {
  readonly name: string
  /** due now or later, including jobs that wait for a retry */
  readonly waiting: number
  readonly running: number
  /** without further attempts */
  readonly dead: number
}

/** An administrator's view of the queue, with actions for dead jobs. */
export interface JobAdministration {
  /** @returns every kind with at least one job, by name */
  count(): Promise<readonly JobCount[]>
  /** @returns at most `limit` dead jobs, newest first */
  listDead(limit: number): Promise<readonly DeadJob[]>
  /** Restarts a dead job now, with all its attempts. @returns false for a missing job, or one that is not dead */
  retry(id: string): Promise<boolean>
  /** Restarts the newest `RETRIED_AT_ONCE` dead jobs of a kind. @returns their number */
  retryAll(name: string): Promise<number>
  /** Deletes a dead job permanently. @returns false for a missing job, or one that is not dead */
  discard(id: string): Promise<boolean>
}

/** Reads rows with a statement that may take long; see src/db/long-read.ts. */
export type ReadRows = <Row>(sql: string) => Promise<readonly Row[]>

/** Maximum number of dead jobs restarted by one call: as many as one transaction should change. */
export const RETRIED_AT_ONCE = 1000

/** @returns the number of a job, or undefined for an invalid id */
export function jobNumber(id: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined
}
