import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { databaseLocation } from './config/database-location.ts'
import type { Settings } from './config/settings.ts'
import type { Services } from './services.ts'
import type { Database } from './db/database.ts'

/** Milliseconds for which the result of a test write is reused. */
const PROBE_EVERY_MS = 3000

/**
 * Minimum free space in bytes on the disk of an SQLite database. With less space, the server reports that it is not
 * ready.
 */
const MIN_FREE_BYTES = 100 * 1024 * 1024

/**
 * Time limit for the response of the database, in milliseconds (security specification, 4.6). After it, the server
 * reports that it is not ready.
 */
const TIMEOUT_MS = 1000

/**
 * Adds `/healthz`, which reports whether the process responds. Adds `/readyz`, which reports whether the database
 * responds and is writable, or whether a standby answers reads meanwhile. The responses contain no details, which might
 * help attackers.
 */
export function addHealthRoutes(app: FastifyInstance, services: Services): void {
  const probeWrite = writeProbe(services.database)
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.get('/healthz', (_request, reply) => reply.type('text/plain').send('ok'))
  app.get('/readyz', async (request, reply) => {
    const problem = isStopping ? 'stopping' : await findProblem(services, probeWrite)
    if (problem === undefined) return reply.type('text/plain').send('ready')
    request.log.warn({ problem }, 'not ready')
    if (!isStopping && (await services.standby?.canReadAlone()))
      return reply.type('text/plain').send('ready for reading')
    return reply.code(503).header('retry-after', '5').type('text/plain').send('not ready')
  })
}

async function findProblem(
  { database, settings }: Services,
  probeWrite: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const timeout = new Promise<string>((resolve) => setTimeout(resolve, TIMEOUT_MS, 'the database is slow').unref())
  const answer = database.ping().then(probeWrite, (error: unknown) => String(error))
  return (await Promise.race([answer, timeout])) ?? (await diskProblem(settings))
}

async function diskProblem(settings: Settings): Promise<string | undefined> {
  const location = databaseLocation(settings)
  if (location.dialect !== 'sqlite') return undefined
  const { bavail, bsize } = await statfs(dirname(location.path))
  return bavail * bsize < MIN_FREE_BYTES ? 'the disk is full' : undefined
}

/**
 * @param now returns the milliseconds of a monotonic clock
 * @returns a function that tests whether the database is writable. It returns the problem, or undefined if there is
 *   none. It writes at most once in three seconds. In between, calls return the result of the last write.
 */
export function writeProbe(
  database: Pick<Database, 'probeWrite'>,
  now: () => number = () => performance.now(),
): () => Promise<string | undefined> {
  let outcome: Promise<string | undefined> | undefined
  let [since, isRunning] = [0, false]
  const probe = async (): Promise<string | undefined> => {
    isRunning = true
    since = now()
    try {
      await database.probeWrite()
      return undefined
    } catch (error) {
      return `the database cannot be written to: ${String(error)}`
    } finally {
      isRunning = false
    }
  }
  return () => {
    if (outcome === undefined || (!isRunning && now() - since >= PROBE_EVERY_MS)) outcome = probe()
    return outcome
  }
}
