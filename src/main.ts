import type { FastifyInstance, FastifyBaseLogger } from 'fastify'
import { buildApp } from './app.ts'
import type { Settings } from './config/settings.ts'
import { checkBeforeStart } from './doctor/check-before-start.ts'
import { loadSettings, type Environment, type LoadedSettings } from './config/load-settings.ts'
import { endsWithin } from './kernel/sleep.ts'
import { openLog } from './logging/log.ts'
import { explainListening, findPort, type ListeningAddress } from './http/listening-address.ts'
import { openPreparedServices } from './open-prepared-services.ts'
import { listenForMetrics } from './serve-metrics.ts'
import { recordActivity } from './activity/record-activity.ts'
import { scheduleBackups } from './schedule-backups.ts'
import type { Services } from './services.ts'
import { startupMessage } from './startup-message.ts'
import { untilSignal } from './stop-signal.ts'
import { openSetupCode } from './users/setup-code.ts'
import { indexInBackground } from './search/index-in-background.ts'

const HOUR_MS = 3_600_000

/** Milliseconds that running requests and jobs have to finish at shutdown. */
const GRACE_MS = 6000

/**
 * Additional milliseconds at shutdown for requests that were waiting for the fetch of a page. In this time, they
 * respond with the entry in its current state.
 */
const PENDING_FETCH_MS = 1000

/**
 * Milliseconds between two closings of idle connections at shutdown. Clients keep their connections open for further
 * requests. If the server did not close them, the shutdown would wait for the clients.
 */
const SWEEP_MS = 50

interface StartOptions {
  /** true if a new secret may be created although the database has accounts and their secret is missing */
  readonly mayMakeSecret: boolean
}

/**
 * Runs the server until a signal stops it. Loads the settings, runs checks, migrates the database, opens the services
 * and listens. At shutdown, everything is closed in reverse order.
 * @returns the exit code
 * @throws AppError or SettingsError if the server cannot start. The message says what the operator can do. If a check
 *   fails, nothing has been changed.
 */
export async function startServer(environment: Environment, { mayMakeSecret }: StartOptions): Promise<number> {
  const loaded = loadSettings(environment)
  const log = openLog(loaded.settings)
  for (const warning of loaded.warnings) log.warn({ warning }, 'unknown setting')
  const stopped = untilSignal()
  const address = await findAddress(loaded.settings)
  const settings = withBaseUrl(loaded.settings, address)
  await checkBeforeStart(settings, mayMakeSecret)
  const services = await openPreparedServices(settings, log)
  try {
    await serve({ services, log, address, loaded }, stopped)
  } finally {
    await services.close(0)
  }
  return 0
}

/** The parts of a server that is about to accept connections. */
interface Server {
  readonly services: Services
  readonly log: FastifyBaseLogger
  readonly address: ListeningAddress
  /** the settings as the operator gave them */
  readonly loaded: LoadedSettings
}

async function serve({ services, log, address, loaded }: Server, stopped: Promise<NodeJS.Signals>): Promise<void> {
  const closeMetrics = await listenForMetrics(services)
  const app = await listen({ services, log, address, loaded })
  // Background work starts after the server listens, so that it does not delay the first response.
  const stopSweeps = scheduleSweeps(services)
  const stopRecording = recordActivity(services.activity)
  const stopBackups = scheduleBackups(services.settings, log)
  const isWorking = services.settings.DOGEAR_RUN_JOBS
  const stopFollowing = isWorking ? indexInBackground(services.database, services.searchIndex) : undefined
  try {
    await announce(services, startupMessage(loaded))
    if (isWorking) await services.jobs.runner.start(services.handlers)
    log.info({ signal: await stopped }, 'stopping')
  } finally {
    stopSweeps()
    stopBackups()
    await Promise.all([stopFollowing?.(), stop(app, services), closeMetrics(), stopRecording()])
  }
}

/**
 * @returns the address to listen on. A port of 0 is replaced by a free port before the services are opened, because the
 *   services create links that contain the port.
 */
async function findAddress({ DOGEAR_HOST: host, PORT: port }: Settings): Promise<ListeningAddress> {
  return { host, port: await findPort({ host, port }) }
}

/** @returns the settings with a base URL: the configured one, or one derived from the listening address */
function withBaseUrl(settings: Settings, { host, port }: ListeningAddress): Settings {
  const shownHost = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return { ...settings, DOGEAR_BASE_URL: settings.DOGEAR_BASE_URL || `http://${shownHost}:${port}` }
}

async function listen({ services, log, address, loaded }: Server): Promise<FastifyInstance> {
  const app = await buildApp(services, { baseUrl: services.settings.DOGEAR_BASE_URL, logger: log, loaded })
  await app.listen(address).catch((error: unknown) => {
    throw explainListening(address, error)
  })
  return app
}

/**
 * Prints the start lines and the address of the server. Before the first account exists, also prints how to create it.
 */
async function announce({ database, settings }: Services, lines: string): Promise<void> {
  const baseUrl = settings.DOGEAR_BASE_URL
  const code = await openSetupCode(database)
  const next =
    code === undefined
      ? ''
      : `\nCreate your account here (the address works once):\n\n  ${baseUrl}/setup?code=${code}\n\n`
  process.stdout.write(`${lines}Dogear is listening on ${baseUrl}\n${next}`)
}

/**
 * Stops accepting requests, so that no new work arrives, and stops the job runner. Unfinished jobs return to the
 * queue. A request that waits for a job responds with its entry in its current state.
 */
async function stop(app: FastifyInstance, { jobs }: Services): Promise<void> {
  const [answered, returned] = [app.close(), jobs.runner.stop(GRACE_MS)]
  const sweeper = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
  await endsWithin(answered, GRACE_MS)
  await jobs.signals.close()
  const deadline = setTimeout(() => app.server.closeAllConnections(), PENDING_FETCH_MS)
  await Promise.all([answered, returned])
  clearInterval(sweeper)
  clearTimeout(deadline)
}

/**
 * Enqueues the maintenance job every hour. If several processes do so, the queue contains only one such job, because
 * all processes use the same `dedupeKey`.
 * @returns a function that ends the schedule
 */
function scheduleSweeps({ database, jobs }: Pick<Services, 'database' | 'jobs'>): () => void {
  const order = () =>
    database.transaction((tx) =>
      jobs.queue.enqueue(tx, 'maintenance.sweep', {}, { dedupeKey: 'maintenance.sweep', priority: 10 }),
    )
  // An error is ignored, because the job is enqueued again an hour later.
  const timer = setInterval(() => void order().catch(() => undefined), HOUR_MS)
  timer.unref()
  return () => clearInterval(timer)
}
