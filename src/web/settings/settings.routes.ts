import type { FastifyInstance } from 'fastify'
import { addPermanentDeletionRoutes, type PermanentDeletionRoutesDeps } from './permanent-deletion.routes.ts'
import { addExportPageRoute } from '../exports/export-page.routes.ts'
import { addReadingRoutes, type ReadingRoutesDeps } from './reading.routes.ts'
import { addOfflineSettingsRoutes } from './offline-settings.routes.ts'
import { addSavingRoutes, type SavingRoutesDeps } from './saving.routes.ts'

export type SettingsRoutesDeps = PermanentDeletionRoutesDeps & ReadingRoutesDeps & SavingRoutesDeps

/** Adds the settings pages, except for two: the security page, and `/config`, which apps for wallabag use too. */
export function addSettingsRoutes(app: FastifyInstance, deps: SettingsRoutesDeps): void {
  addReadingRoutes(app, deps)
  addSavingRoutes(app, deps)
  addOfflineSettingsRoutes(app, deps)
  addExportPageRoute(app, deps)
  addPermanentDeletionRoutes(app, deps)
}
