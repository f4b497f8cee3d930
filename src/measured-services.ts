import type { ExtractionPool } from './extraction/extraction-pool.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { ServiceLog } from './service-log.ts'

/** @returns a log that also counts its events */
export function measuredLog(log: ServiceLog, metrics: Metrics): ServiceLog {
  return {
    ...log,
    fetchFailed: (failure) => {
      metrics.pageNotFetched(failure.reason)
      log.fetchFailed(failure)
    },
    fetchRefused: (requester) => {
      metrics.addressRefused()
      log.fetchRefused(requester)
    },
    connectionLost: (error) => {
      metrics.connectionLost()
      log.connectionLost(error)
    },
    jobFinished: (report) => {
      metrics.jobEnded(report.name, 'done', report.ms / 1000)
      log.jobFinished(report)
    },
    jobFailed: (failure) => {
      metrics.jobEnded(failure.name, 'failed', failure.ms / 1000)
      log.jobFailed(failure)
    },
    jobDied: (death) => {
      metrics.jobDied(death.name)
      log.jobDied(death)
    },
  }
}

/** @returns extraction threads whose times are measured */
export function measuredExtraction(extraction: ExtractionPool, metrics: Metrics): ExtractionPool {
  return {
    ...extraction,
    extract: async (capture, owner) => {
      const since = performance.now()
      try {
        return await extraction.extract(capture, owner)
      } finally {
        metrics.pageExtracted((performance.now() - since) / 1000)
      }
    },
  }
}
