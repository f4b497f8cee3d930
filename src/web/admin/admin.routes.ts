import { addStyleguideRoutes, type StyleguideRoutesDeps } from '../styleguide/styleguide.routes.ts'
import { addFailingHostsRoutes, type FailingHostsRoutesDeps } from './failing-hosts.routes.ts'
import { addJobsRoutes, type JobsRoutesDeps } from './jobs.routes.ts'
import { addOverviewRoutes, type OverviewRoutesDeps } from './overview.routes.ts'
import { addStorageRoutes, type StorageRoutesDeps } from './storage.routes.ts'
import { addUserRoutes, type UserRoutesDeps } from './user.routes.ts'
import { addUsersRoutes, type UsersRoutesDeps } from './users.routes.ts'
import type { ServerRoutes } from '../server-routes.ts'

export type AdminRoutesDeps = FailingHostsRoutesDeps &
  JobsRoutesDeps &
  OverviewRoutesDeps &
  StorageRoutesDeps &
  StyleguideRoutesDeps &
  UserRoutesDeps &
  UsersRoutesDeps

/** Adds the administration pages. Only administrators can open them: everyone else gets "not found". */
export function addAdminRoutes(routes: ServerRoutes, deps: AdminRoutesDeps): void {
  addOverviewRoutes(routes, deps)
  addUsersRoutes(routes, deps)
  addUserRoutes(routes, deps)
  addJobsRoutes(routes, deps)
  addFailingHostsRoutes(routes, deps)
  addStorageRoutes(routes, deps)
  addStyleguideRoutes(routes, deps)
}
