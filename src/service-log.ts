import type { FastifyBaseLogger } from 'fastify'
import type { FetchFailureReport } from './entries/fetching/fetch-failure-reasons.ts'
import type { JobLog } from './jobs/job-log.ts'
import type { Requester } from './open-fetcher.ts'
import type { EventKind } from './security-events/event-kinds.ts'

/** A failed call of a function of the object store. */
export interface ObjectStoreFailure {
  readonly operation: 'put' | 'get' | 'delete' | 'list'
  readonly message: string
}

/** The log for events that happen outside requests, such as in jobs. */
export interface ServiceLog extends JobLog {
  fetchFailed(failure: FetchFailureReport): void
  /** logs a security event: Dogear refused to fetch a forbidden address */
  fetchRefused(requester: Requester | undefined): void
  connectionLost(error: Error): void
  tracesNotSent(trouble: string): void
  objectStoreFailed(failure: ObjectStoreFailure): void
}

/**
 * @returns the functions of the log. A failed fetch is logged only at the level `info`, because the page of the entry
 *   shows the reason to the user.
 */
export function serviceLog(log: FastifyBaseLogger): ServiceLog {
  return {
    fetchFailed: (failure) => log.info(failure, 'page not fetched'),
    fetchRefused: (requester) =>
      log.info({ event: 'fetch-refused' satisfies EventKind, ...requester }, 'security event'),
    connectionLost: (error) => log.warn({ err: error }, 'database connection lost'),
    tracesNotSent: (trouble) => log.warn({ trouble }, 'traces not sent'),
    objectStoreFailed: (failure) => log.warn(failure, 'object store failed'),
    jobFinished: ({ jobId, name, attempt, ms, payload }) =>
      log.info({ jobId, job: name, attempt, ms, requestId: requestIdOf(payload) }, 'job finished'),
    jobFailed: ({ jobId, name, attempt, payload, error, retryInMs }) =>
      log.error({ jobId, job: name, attempt, retryInMs, requestId: requestIdOf(payload), err: error }, 'job failed'),
    jobDied: ({ jobId, name, reason }) => log.error({ jobId, job: name, reason }, 'job failed permanently'),
    queueTroubled: (message, error) => log.warn({ err: error, trouble: message }, 'job queue error'),
  }
}

function requestIdOf(payload: unknown): unknown {
  return typeof payload === 'object' && payload !== null && 'requestId' in payload ? payload.requestId : undefined
}
