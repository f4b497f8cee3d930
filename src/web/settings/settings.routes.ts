import { addPermanentDeletionRoutes, type PermanentDeletionRoutesDeps } from './permanent-deletion.routes.ts'
import { addExportPageRoutes, type ExportPageDeps } from '../exports/export-page.routes.ts'
import { addReadingRoutes, type ReadingRoutesDeps } from './reading.routes.ts'
import { addOfflineSettingsRoutes } from './offline-settings.routes.ts'
import { addMailRoutes, type MailRoutesDeps } from '../mail/mail.routes.ts'
import { addSendRoutes, type SendRoutesDeps } from '../mail/send.routes.ts'
import { addSavingRoutes, type SavingRoutesDeps } from './saving.routes.ts'
import type { ServerRoutes } from '../server-routes.ts'

export type SettingsRoutesDeps = PermanentDeletionRoutesDeps &
  ExportPageDeps &
  ReadingRoutesDeps &
  SavingRoutesDeps &
  MailRoutesDeps &
  SendRoutesDeps

/** Adds the settings pages, except for two: the security page, and `/config`, which apps for wallabag use too. */
export function addSettingsRoutes(routes: ServerRoutes, deps: SettingsRoutesDeps): void {
  addReadingRoutes(routes, deps)
  addSavingRoutes(routes, deps)
  addOfflineSettingsRoutes(routes, deps)
  addExportPageRoutes(routes, deps)
  addMailRoutes(routes, deps)
  addSendRoutes(routes, deps)
  addPermanentDeletionRoutes(routes, deps)
}
