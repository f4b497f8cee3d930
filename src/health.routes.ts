import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Services } from './services.ts'

/** Below this much free space on the disk of the data folder nothing more should be written. */
const LEAST_FREE_BYTES = 100 * 1024 * 1024

/** `/healthz`: the process answers. `/readyz`: the database does too. Neither tells anything else. */
export function addHealthRoutes(app: FastifyInstance, services: Services): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.get('/healthz', (_request, reply) => reply.type('text/plain').send('ok'))
  app.get('/readyz', async (request, reply) => {
    const problem = isStopping ? 'stopping' : await findProblem(services)
    if (problem === undefined) return reply.type('text/plain').send('ready')
    request.log.warn({ problem }, 'not ready')
    return reply.code(503).header('retry-after', '5').type('text/plain').send('not ready')
  })
}

async function findProblem({ database, settings }: Services): Promise<string | undefined> {
  const timeout = new Promise<string>((resolve) => setTimeout(resolve, 1000, 'the database is slow').unref())
  const answer = database.ping().then(
    () => undefined,
    (error: unknown) => String(error),
  )
  return (await Promise.race([answer, timeout])) ?? (await diskProblem(database.dialect, settings.DOGEAR_DATA_DIR))
}

async function diskProblem(dialect: string, directory: string): Promise<string | undefined> {
  if (dialect !== 'sqlite') return undefined
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize < LEAST_FREE_BYTES ? 'the disk is full' : undefined
}
