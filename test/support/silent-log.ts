import type { ServiceLog } from '../../src/service-log.ts'

/** For services whose errors are checked by other means. */
export const SILENT_LOG: ServiceLog = {
  fetchFailed: () => undefined,
  fetchRefused: () => undefined,
  connectionLost: () => undefined,
  jobFinished: () => undefined,
  jobFailed: () => undefined,
  jobDied: () => undefined,
  queueTroubled: () => undefined,
}
