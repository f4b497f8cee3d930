import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { hash } from 'node:crypto'
import type { Database } from '../db/database.ts'
import type { DatabaseLocation } from '../db/database-url.ts'
import { longReader } from '../db/long-reads.ts'
import type { SqlValue } from '../db/database.ts'
import { isTimingSafeEqual } from '../kernel/timing-safe-equal.ts'
import type { Metrics } from './metrics.ts'
import { readSystemState, type SystemState } from '../doctor/read-system-state.ts'

interface MetricsSource {
  readonly metrics: Metrics
  readonly database: Database
  readonly location: DatabaseLocation
}

/** Milliseconds for which the state of the system is reported again, so that scrapes cannot load the database. */
const STATE_MS = 5000

/** Measures all requests of an app. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'unknown'
    metrics.requestAnswered({ method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 })
    done()
  })
}

/** Adds `/metrics`, for callers with the token in `Authorization: Bearer`. */
export function addMetricsRoute(app: FastifyInstance, source: MetricsSource, token: string): void {
  const send = metricsSender(source)
  app.get('/metrics', (request, reply) => {
    if (!hasToken(request, token)) return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send()
    return send(reply)
  })
}

/** Both texts are hashed, because only texts of equal length can be compared in constant time. */
function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const sent = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  return isTimingSafeEqual(hash('sha256', sent, 'buffer'), hash('sha256', token, 'buffer'))
}

/**
 * @returns an app with nothing but `/metrics`, for a port of its own. It asks for no token, so that port must not be public.
 */
export function metricsApp(source: MetricsSource): FastifyInstance {
  const app = fastify({ logger: false })
  const send = metricsSender(source)
  app.get('/metrics', (_request, reply) => send(reply))
  return app
}

function metricsSender({ metrics, database, location }: MetricsSource) {
  const readLong = longReader(database, location)
  const read = async <Row>(sql: string, parameters: readonly SqlValue[] = []) =>
    (await readLong([{ sql, parameters }]))[0] as Row[]
  let [state, readAt]: [Promise<SystemState> | undefined, number] = [undefined, 0]
  return async (reply: FastifyReply) => {
    if (!state || performance.now() - readAt > STATE_MS)
      [state, readAt] = [readSystemState(database, read), performance.now()]
    return reply.type(metrics.contentType).send(await metrics.text(await state))
  }
}
