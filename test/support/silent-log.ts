import type { ServiceLog } from '../../src/service-log.ts'

/** A log that records nothing, for services whose errors the tests check by other means. */
export const SILENT_LOG: ServiceLog = {
  fetchFailed: () => undefined,
  fetchRefused: () => undefined,
  connectionLost: () => undefined,
  tracesNotSent: () => undefined,
  objectStoreFailed: () => undefined,
  jobFinished: () => undefined,
  jobFailed: () => undefined,
  jobDied: () => undefined,
  queueTroubled: () => undefined,
}
