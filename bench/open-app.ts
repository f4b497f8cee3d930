import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../src/app.ts'
import { loadSettings } from '../src/config/load-settings.ts'
import { openServices, type Services } from '../src/services.ts'
import { SILENT_LOG } from '../test/support/silent-log.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { seed, type Seeded } from './seed.ts'

interface BenchApp {
  readonly app: FastifyInstance
  readonly services: Services
  /** credentials of the only user and of an API client */
  readonly seeded: Seeded
  close(): Promise<void>
}

/**
 * Opens the whole service in this process, without a port. Its database is new and contains one user without entries.
 * @param settings further settings besides those of all benchmarks
 */
export async function openBenchApp(
  dialect: string,
  baseUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchApp> {
  const directory = await mkdtemp(join(tmpdir(), 'dogear-bench-'))
  const server = dialect === 'postgres' ? await startPostgres() : undefined
  const databaseUrl = server?.url ?? `sqlite:${join(directory, 'dogear.db')}`
  const seeded = await seed({ databaseUrl, dataDirectory: directory, entries: 0, contentBytes: 0 })
  const environment = { DATABASE_URL: databaseUrl, DOGEAR_DATA_DIR: directory, DOGEAR_RATE_LIMITS: 'off', ...settings }
  const services = await openServices(loadSettings(environment).settings, SILENT_LOG)
  const app = await buildApp(services, { baseUrl, logger: undefined })
  const close = async () => {
    await app.close()
    await services.close(0)
    await server?.stop()
    await rm(directory, { recursive: true, force: true })
  }
  return { app, services, seeded, close }
}
