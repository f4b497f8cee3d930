import type { DeadJob } from './dead-jobs.ts'

/** Numbers of jobs of one kind, by state. */
export interface JobCount {
  readonly name: string
  /** number of jobs that wait to run or to be retried */
  readonly waiting: number
  readonly running: number
  /** number of jobs that have failed in all their attempts */
  readonly dead: number
}

/** Lets administrators view the queue, and retry or delete dead jobs. */
export interface JobAdministration {
  /** @returns the counts of each kind that has at least one job, sorted by name */
  count(): Promise<readonly JobCount[]>
  /** @returns the newest dead jobs, newest first, at most `limit` */
  listDead(limit: number): Promise<readonly DeadJob[]>
  /**
   * Returns a dead job to the queue. It gets all its attempts again.
   * @returns false if there is no dead job with this id
   */
  retry(id: string): Promise<boolean>
  /**
   * Returns dead jobs of a kind to the queue: the newest ones, at most `MAX_RETRIED_JOBS`.
   * @returns the number of jobs that are no longer dead
   */
  retryAll(name: string): Promise<number>
  /**
   * Deletes a dead job.
   * @returns false if there is no dead job with this id
   */
  discard(id: string): Promise<boolean>
}

/** Runs a statement that may take long. On SQLite, it runs in another thread (see src/db/long-reads.ts). */
export type ReadRows = <Row>(sql: string) => Promise<readonly Row[]>

/** Maximum number of dead jobs that one call retries. It bounds the duration of the transaction. */
export const MAX_RETRIED_JOBS = 1000

/** @returns the id as a number, or undefined if it is invalid */
export function jobNumber(id: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined
}
