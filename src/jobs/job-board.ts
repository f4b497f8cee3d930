import type { DeadJob } from './dead-jobs.ts'

/** How much of one kind of work there is. */
export interface JobCount {
  readonly name: string
  /** due now or later, a job that is tried again included */
  readonly waiting: number
  readonly running: number
  /** not tried any more */
  readonly dead: number
}

/** What an administrator sees of the queue, and does with jobs that are not tried any more. */
export interface JobBoard {
  /** @returns every kind of which there is a job, by name */
  count(): Promise<readonly JobCount[]>
  /** @returns at most `limit` jobs that are not tried any more, the newest first */
  listDead(limit: number): Promise<readonly DeadJob[]>
  /** Lets a dead job begin anew, now, with all its tries. @returns false when there is no such job, or it is not dead */
  retry(id: string): Promise<boolean>
  /** The same for every dead job of a kind, the newest `RETRIED_AT_ONCE` of them. @returns how many were dead */
  retryAll(name: string): Promise<number>
  /** Takes a dead job away for good. @returns false when there is no such job, or it is not dead */
  discard(id: string): Promise<boolean>
}

/** Reads rows by a statement that may take long; see src/db/long-read.ts. */
export type ReadRows = <Row>(sql: string) => Promise<readonly Row[]>

/** Dead jobs that are brought back by one call: as many as one transaction should change. */
export const RETRIED_AT_ONCE = 1000

/** @returns the number of a job, or undefined for what names none */
export function jobNumber(id: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined
}
