import type { ServiceLog } from '../../src/service-log.ts'

/** For services whose troubles are looked at by other means. */
export const SILENT_LOG: ServiceLog = {
  fetchFailed: () => undefined,
  fetchRefused: () => undefined,
  connectionLost: () => undefined,
  jobFinished: () => undefined,
  jobFailed: () => undefined,
  jobDied: () => undefined,
  queueTroubled: () => undefined,
}
