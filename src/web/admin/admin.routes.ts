import type { FastifyInstance } from 'fastify'
import { notFound } from '../../kernel/errors.ts'
import { addStyleguideRoutes, type StyleguideRoutesDeps } from '../styleguide/styleguide.routes.ts'
import { addFailingHostsRoutes, type FailingHostsRoutesDeps } from './failing-hosts.routes.ts'
import { addJobsRoutes, type JobsRoutesDeps } from './jobs.routes.ts'
import { addStorageRoutes, type StorageRoutesDeps } from './storage.routes.ts'
import { addUserRoutes, type UserRoutesDeps } from './user.routes.ts'
import { addUsersRoutes, type UsersRoutesDeps } from './users.routes.ts'

export type AdminRoutesDeps = FailingHostsRoutesDeps &
  JobsRoutesDeps &
  StorageRoutesDeps &
  StyleguideRoutesDeps &
  UserRoutesDeps &
  UsersRoutesDeps

/** Adds the administration pages. Only administrators can open them: everyone else gets "not found". */
export function addAdminRoutes(app: FastifyInstance, deps: AdminRoutesDeps): void {
  app.addHook('onRequest', async ({ session }) => {
    if (!session?.user.isAdmin) throw notFound('page')
  })
  addUsersRoutes(app, deps)
  addUserRoutes(app, deps)
  addJobsRoutes(app, deps)
  addFailingHostsRoutes(app, deps)
  addStorageRoutes(app, deps)
  addStyleguideRoutes(app, deps)
}
