import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Dialect } from '../db/database.ts'
import type { SystemState } from '../doctor/read-system-state.ts'

/** An answered HTTP request. */
interface AnsweredRequest {
  readonly method: string
  /** pattern of the route, such as `/view/:id`, so that there is a limited number of values */
  readonly route: string
  readonly status: number
  readonly seconds: number
}

/** Counts and measures what a process does, for Prometheus (docs/metrics.md). */
export interface Metrics {
  requestAnswered(request: AnsweredRequest): void
  jobEnded(name: string, outcome: 'done' | 'failed', seconds: number): void
  jobDied(name: string): void
  pageNotFetched(reason: string): void
  /** @param seconds time from the request for the article to the result, including the wait for a thread */
  pageExtracted(seconds: number): void
  addressRefused(): void
  connectionLost(): void
  objectStoreFailed(operation: string): void
  /**
   * @param state state of the whole system, which all processes report equally
   * @returns all metrics in the text format of Prometheus
   */
  text(state: SystemState): Promise<string>
  /** media type of the text */
  readonly contentType: string
}

/** Upper limits of the classes of durations, in seconds. */
const REQUEST_CLASSES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const JOB_CLASSES = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800]

/** @returns metrics that are all zero. Names follow https://prometheus.io/docs/practices/naming/. */
export function createMetrics({ version, dialect }: { readonly version: string; readonly dialect: Dialect }): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const histogram = <Label extends string>(name: string, help: string, buckets: number[], labelNames: Label[] = []) =>
    new Histogram({ name, help, registers, buckets, labelNames })
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name, help, registers, labelNames })
  const requests = histogram(
    'dogear_http_request_duration_seconds',
    'Time from a request to the end of its response',
    REQUEST_CLASSES,
    ['method', 'route', 'status'],
  )
  const jobs = histogram('dogear_job_duration_seconds', 'Duration of the attempts of jobs', JOB_CLASSES, [
    'job',
    'outcome',
  ])
  const extraction = histogram(
    'dogear_extraction_duration_seconds',
    'Time to extract an article, with the wait for a thread',
    JOB_CLASSES,
  )
  const died = counter('dogear_jobs_died_total', 'Jobs that failed in all their attempts', ['job'])
  const notFetched = counter('dogear_page_fetch_failures_total', 'Fetches that brought no new text', ['reason'])
  const refused = counter('dogear_fetches_refused_total', 'Requests for addresses that must not be fetched')
  const lost = counter('dogear_database_connections_lost_total', 'Connections that the database has ended')
  const objectFailures = counter('dogear_object_store_failures_total', 'Failed calls of the object store', [
    'operation',
  ])
  const setState = stateGauges(registry, { version, dialect })
  return {
    requestAnswered: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    jobEnded: (job, outcome, seconds) => jobs.observe({ job, outcome }, seconds),
    jobDied: (job) => died.inc({ job }),
    pageNotFetched: (reason) => notFetched.inc({ reason }),
    pageExtracted: (seconds) => extraction.observe(seconds),
    addressRefused: () => refused.inc(),
    connectionLost: () => lost.inc(),
    objectStoreFailed: (operation) => objectFailures.inc({ operation }),
    text: (state) => {
      setState(state)
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}

/** @returns a function that sets the gauges of the whole system */
function stateGauges(registry: Registry, build: { readonly version: string; readonly dialect: Dialect }) {
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name, help, registers: [registry], labelNames })
  gauge('dogear_build_info', 'The version of Dogear and the kind of its database', ['version', 'dialect']).set(build, 1)
  const jobs = gauge('dogear_jobs', 'Jobs by their state', ['job', 'state'])
  const age = gauge('dogear_job_oldest_due_age_seconds', 'How long the job that has been due longest has waited')
  const behind = gauge('dogear_search_users_behind', 'Users with changes that searches do not know yet, up to 20')
  const bytes = gauge('dogear_database_size_bytes', 'Size of the database')
  const connections = gauge('dogear_database_pool_connections', 'Connections of this process to PostgreSQL', ['state'])
  return (state: SystemState) => {
    jobs.reset()
    for (const { name: job, waiting, running, dead } of state.jobs) {
      for (const [name, count] of Object.entries({ waiting, running, dead }))
        jobs.set({ job, state: name }, Number(count))
    }
    age.set(state.oldestDueSeconds)
    behind.set(state.usersBehind)
    bytes.set(state.databaseBytes)
    for (const [name, count] of Object.entries(state.pool ?? {})) connections.set({ state: name }, count)
  }
}
