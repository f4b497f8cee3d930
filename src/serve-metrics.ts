import type { FastifyInstance } from 'fastify'
import { databaseLocation } from './config/database-location.ts'
import { explainListening } from './http/listening-address.ts'
import { addMetricsRoute, measureRequests, metricsApp } from './metrics/metrics.routes.ts'
import type { Services } from './services.ts'

/** Measures the requests of the app, and adds `/metrics` if the settings contain a token for it. */
export function addMetrics(app: FastifyInstance, { metrics, database, settings }: Services): void {
  if (!metrics) return
  measureRequests(app, metrics)
  const { DOGEAR_METRICS_TOKEN: token } = settings
  if (token !== '') addMetricsRoute(app, { metrics, database, location: databaseLocation(settings) }, token)
}

/**
 * Sends the metrics of the process at a port of its own, if the settings name one.
 * @returns a function that closes the port
 * @throws AppError `unavailable` if the port cannot be used
 */
export async function listenForMetrics({ metrics, database, settings }: Services): Promise<() => Promise<void>> {
  const address = { host: settings.DOGEAR_METRICS_HOST, port: settings.DOGEAR_METRICS_PORT }
  if (!metrics || address.port === 0) return async () => undefined
  const app = metricsApp({ metrics, database, location: databaseLocation(settings) })
  await app.listen(address).catch((error: unknown) => {
    throw explainListening(address, error)
  })
  return () => app.close()
}
