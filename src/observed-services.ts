import type { Database } from './db/database.ts'
import type { ExtractionPool } from './extraction/extraction-pool.ts'
import type { Fetcher } from './fetching/fetcher.ts'
import type { JobHandlers, JobRun } from './jobs/job-queue.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { ReportingFetcher } from './open-fetcher.ts'
import type { ObjectStore } from './objects/object-store.ts'
import type { ObjectStoreFailure, ServiceLog } from './service-log.ts'
import type { Tracing } from './tracing/tracing.ts'

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

/** @returns a fetcher whose requests are spans that name the host, but no path */
export function tracedFetcher(fetcher: ReportingFetcher, tracing: Tracing): ReportingFetcher {
  const traced =
    (inner: Fetcher): Fetcher['fetch'] =>
    (url, options) =>
      tracing.span({ name: 'fetch', kind: 'client', attributes: { 'server.address': hostOf(url) } }, async (span) => {
        const outcome = await inner.fetch(url, options)
        if (outcome.kind === 'failed') span.fail(outcome.code)
        else span.set({ 'http.response.status_code': outcome.page.status })
        return outcome
      })
  return {
    ...fetcher,
    fetch: traced(fetcher),
    onBehalfOf: (requester) => {
      const inner = fetcher.onBehalfOf(requester)
      return { ...inner, fetch: traced(inner) }
    },
  }
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? ''
}

/** @returns extraction threads whose work is spans, with the wait for a thread */
export function tracedExtraction(extraction: ExtractionPool, tracing: Tracing): ExtractionPool {
  return {
    ...extraction,
    extract: (capture, owner) => tracing.span({ name: 'extract' }, () => extraction.extract(capture, owner)),
    clean: (given) => tracing.span({ name: 'sanitize' }, () => extraction.clean(given)),
  }
}

/** @returns handlers whose runs are spans, in the trace of the request that enqueued the job */
export function tracedHandlers(handlers: JobHandlers, tracing: Tracing): JobHandlers {
  const traced = Object.entries(handlers).map(([name, handler]) => [
    name,
    (payload: { readonly requestId?: string }, run: JobRun) => {
      const attributes = { 'dogear.job.attempt': run.attempt }
      const work = handler as (payload: object, run: JobRun) => Promise<void>
      const { requestId } = payload
      return tracing.span({ name: `job ${name}`, kind: 'consumer', attributes, requestId }, () => work(payload, run))
    },
  ])
  return Object.fromEntries(traced) as JobHandlers
}

/**
 * @returns a database whose reads, transactions and prepared statements are spans within those of requests and jobs.
 *   Texts of statements have no values.
 */
export function tracedDatabase(database: Database, tracing: Tracing): Database {
  const system = { 'db.system.name': database.dialect === 'sqlite' ? 'sqlite' : 'postgresql' }
  const span = <T>(name: string, work: () => Promise<T>, text: Readonly<Record<string, string>> = {}): Promise<T> =>
    tracing.span({ name, kind: 'client', isDetail: true, attributes: { ...system, ...text } }, work)
  return {
    ...database,
    read: (work) => span('read', () => database.read(work)),
    transaction: (work, options) => span('transaction', () => database.transaction(work, options)),
    prepare: <Row>(sql: string) => {
      const statement = database.prepare<Row>(sql)
      const text = { 'db.query.text': sql }
      return { all: (...parameters) => span('statement', () => statement.all(...parameters), text) }
    },
  }
}
