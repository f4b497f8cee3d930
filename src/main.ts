import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { FastifyBaseLogger } from 'fastify'
import { buildApp } from './app.ts'
import { databaseLocation } from './config/database-location.ts'
import { loadSettings, type Environment } from './config/load-settings.ts'
import { settlesWithin } from './jobs/pause.ts'
import { openLog, serviceLog } from './log.ts'
import { prepareDatabase } from './prepare-database.ts'
import type { EventKind } from './security-events/event-kinds.ts'
import { openServices, type Services } from './services.ts'
import { untilSignal } from './shutdown.ts'

/** How long running requests and jobs get to finish when the process is told to stop, in milliseconds. */
const GRACE_MS = 6000
/** How long the answers may then take that no longer wait for a page. */
const ANSWER_MS = 1000
/** How often connections are closed meanwhile whose requests were answered: clients keep them open for more. */
const SWEEP_MS = 50

/**
 * Runs the server until it is told to stop: settings, migration, services, doors, listening; back in reverse.
 * @returns the exit code
 */
export async function startServer(environment: Environment): Promise<number> {
  const { settings, warnings } = loadSettings(environment)
  const log = openLog(settings)
  for (const warning of warnings) log.warn({ warning }, 'unknown setting')
  const stopped = untilSignal()
  const { backup, applied } = await prepareDatabase(databaseLocation(settings))
  if (applied.length > 0) log.info({ event: 'migration' satisfies EventKind, applied, backup }, 'database migrated')
  const services = await openServices(settings, serviceLog(log))
  try {
    await serve(services, log, stopped)
  } finally {
    await services.close(0)
  }
  return 0
}

async function serve(services: Services, log: FastifyBaseLogger, stopped: Promise<NodeJS.Signals>): Promise<void> {
  const { app, baseUrl } = await listen(services, log)
  // Loaded behind the door, so that the first answer does not wait for it.
  const [{ scheduleSweeps }, { followInBackground }] = await Promise.all([
    import('./schedule-sweeps.ts'),
    import('./search/follow-in-background.ts'),
  ])
  const stopSweeps = scheduleSweeps(services)
  const isWorking = services.settings.DOGEAR_RUN_JOBS
  const stopFollowing = isWorking ? followInBackground(services.database, services.searchIndex) : undefined
  try {
    await announce(services, baseUrl)
    if (isWorking) await services.jobs.runner.start(services.handlers)
    log.info({ signal: await stopped }, 'stopping')
  } finally {
    stopSweeps()
    await Promise.all([stopFollowing?.(), stop(app, services)])
  }
}

async function listen(
  services: Services,
  log: FastifyBaseLogger,
): Promise<{ readonly app: FastifyInstance; readonly baseUrl: string }> {
  const { settings } = services
  const host = settings.DOGEAR_HOST
  const shownHost = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  const port = settings.PORT === 0 ? await freePort(host) : settings.PORT
  const baseUrl = settings.DOGEAR_BASE_URL || `http://${shownHost}:${port}`
  const app = await buildApp(services, { baseUrl, logger: log })
  await app.listen({ host, port })
  return { app, baseUrl }
}

/** The address is part of every link, so the port must be known before the app is built. */
async function freePort(host: string): Promise<number> {
  const { createServer } = await import('node:net')
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** The one thing that a person at the terminal wants to know: where it is, and what to do next. */
async function announce({ database }: Services, baseUrl: string): Promise<void> {
  const { openSetupCode } = await import('./users/setup-code.ts')
  const code = await openSetupCode(database)
  const next =
    code === undefined
      ? ''
      : `\nCreate your account here (the address works once):\n\n  ${baseUrl}/setup?code=${code}\n\n`
  process.stdout.write(`Dogear is listening on ${baseUrl}\n${next}`)
}

/**
 * Requests first, so that nothing new comes; then the work behind them. Jobs that cannot finish go back, and a save
 * that waits for such a job is answered with what is known.
 */
async function stop(app: FastifyInstance, { jobs }: Services): Promise<void> {
  const [answered, returned] = [app.close(), jobs.runner.stop(GRACE_MS)]
  const sweeper = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
  await settlesWithin(answered, GRACE_MS)
  await jobs.signals.close()
  const deadline = setTimeout(() => app.server.closeAllConnections(), ANSWER_MS)
  await Promise.all([answered, returned])
  clearInterval(sweeper)
  clearTimeout(deadline)
}
