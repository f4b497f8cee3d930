import type { FastifyBaseLogger } from 'fastify'
import { databaseLocation } from './config/database-location.ts'
import type { Settings } from './config/settings.ts'
import { explainUnusable } from './db/unusable-database.ts'
import { serviceLog } from './service-log.ts'
import { prepareDatabase } from './prepare-database.ts'
import type { EventKind } from './security-events/event-kinds.ts'
import { openServices, type Services } from './services.ts'

/**
 * Migrates the database, opens the services, and checks that the database is writable.
 * @throws AppError if the database is unusable. The message says what the operator can do.
 */
export async function openPreparedServices(settings: Settings, log: FastifyBaseLogger): Promise<Services> {
  const location = databaseLocation(settings)
  const { backup, applied } = await prepareDatabase(location)
  if (applied.length > 0) log.info({ event: 'migration' satisfies EventKind, applied, backup }, 'database migrated')
  let services: Services | undefined
  try {
    services = await openServices(settings, serviceLog(log))
    await services.database.probeWrite()
    return services
  } catch (error) {
    await services?.close(0)
    throw explainUnusable(location, error)
  }
}
