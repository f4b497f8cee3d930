import { databaseLocation } from './config/database-location.ts'
import type { Settings } from './config/settings.ts'
import type { Database } from './db/database.ts'
import type { ExtractionPool } from './extraction/extraction-pool.ts'
import { trustedPeers } from './http/trusted-peers.ts'
import type { JobHandlers } from './jobs/job-queue.ts'
import { AppError } from './kernel/errors.ts'
import type { Metrics } from './metrics/metrics.ts'
import {
  measuredExtraction,
  measuredLog,
  tracedDatabase,
  tracedExtraction,
  tracedFetcher,
  tracedHandlers,
} from './observed-services.ts'
import type { ReportingFetcher } from './open-fetcher.ts'
import type { ServiceLog } from './service-log.ts'
import type { Tracing } from './tracing/tracing.ts'

/** Functions that return a service which is also measured or traced, if the settings ask for it; else the same service. */
interface Observe {
  database(database: Database): Database
  fetcher(fetcher: ReportingFetcher): ReportingFetcher
  extraction(extraction: ExtractionPool): ExtractionPool
  handlers(handlers: JobHandlers): JobHandlers
}

export interface Observers {
  /** the given log; it also counts its events for the metrics */
  readonly log: ServiceLog
  readonly metrics?: Metrics
  readonly tracing?: Tracing
  readonly observe: Observe
}

/** Opens what watches the process. The libraries for metrics and traces are loaded only if the settings ask for them. */
export async function openObservers(settings: Settings, log: ServiceLog, version: string): Promise<Observers> {
  const metrics = await openMetrics(settings, version)
  const tracing = await openTraces(settings, log, version)
  return {
    log: metrics ? measuredLog(log, metrics) : log,
    ...(metrics && { metrics }),
    ...(tracing && { tracing }),
    observe: {
      database: (database) => (tracing ? tracedDatabase(database, tracing) : database),
      fetcher: (fetcher) => (tracing ? tracedFetcher(fetcher, tracing) : fetcher),
      handlers: (handlers) => (tracing ? tracedHandlers(handlers, tracing) : handlers),
      extraction: (extraction) => {
        const measured = metrics ? measuredExtraction(extraction, metrics) : extraction
        return tracing ? tracedExtraction(measured, tracing) : measured
      },
    },
  }
}

async function openMetrics(settings: Settings, version: string): Promise<Metrics | undefined> {
  if (settings.DOGEAR_METRICS_TOKEN === '' && settings.DOGEAR_METRICS_PORT === 0) return undefined
  const { createMetrics } = await import('./metrics/metrics.ts')
  return createMetrics({ version, dialect: databaseLocation(settings).dialect })
}

async function openTraces(settings: Settings, log: ServiceLog, version: string): Promise<Tracing | undefined> {
  const hasCollector = settings.OTEL_EXPORTER_OTLP_ENDPOINT !== '' || settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== ''
  if (!hasCollector || settings.OTEL_TRACES_EXPORTER === 'none' || settings.OTEL_SDK_DISABLED === 'true')
    return undefined
  const { openTracing } = await import('./tracing/open-tracing.ts').catch(explainMissing)
  return openTracing({
    version,
    isTrusted: trustedPeers(settings.DOGEAR_TRUSTED_PROXIES),
    onTrouble: (message) => log.tracesNotSent(message),
  })
}

function explainMissing(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  const hint = 'install them with "npm ci --omit=dev", or remove OTEL_EXPORTER_OTLP_ENDPOINT'
  throw new AppError('unavailable', `traces need optional packages that are not installed: ${hint}`)
}
