import type { ExtractionPool } from './extraction/extraction-pool.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { ObjectStore } from './objects/object-store.ts'
import type { ObjectStoreFailure, ServiceLog } from './service-log.ts'

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
    objectStoreFailed: (failure) => {
      metrics.objectStoreFailed(failure.operation)
      log.objectStoreFailed(failure)
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

/** @returns an object store whose failures are logged */
export function measuredObjects(objects: ObjectStore, log: Pick<ServiceLog, 'objectStoreFailed'>): ObjectStore {
  const report = (operation: ObjectStoreFailure['operation'], error: unknown) =>
    log.objectStoreFailed({ operation, message: error instanceof Error ? error.message : String(error) })
  const measured = async <T>(operation: ObjectStoreFailure['operation'], work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      report(operation, error)
      throw error
    }
  }
  return {
    ...objects,
    put: (key, bytes) => measured('put', objects.put(key, bytes)),
    sizeOf: (key) => measured('get', objects.sizeOf(key)),
    get: async (key) => {
      const stored = await measured('get', objects.get(key))
      stored?.body.once('error', (error) => report('get', error))
      return stored
    },
    delete: (keys) => measured('delete', objects.delete(keys)),
    async *list(prefix, before) {
      try {
        yield* objects.list(prefix, before)
      } catch (error) {
        report('list', error)
        throw error
      }
    },
  }
}
