import type { HourActivity } from '../../activity/read-activity.ts'
import type { ReportChecks } from '../../doctor/check-reporter.ts'
import type { RecentResult } from '../../doctor/recent-result.ts'
import type { ServerRoutes } from '../server-routes.ts'
import { frameFor, type WebContext } from '../web-context.ts'
import { pageResponse } from '../web-response.ts'
import { overviewPage } from './overview.page.ts'

export interface OverviewRoutesDeps extends WebContext {
  readonly reportChecks: ReportChecks
  /** waits up to `waitMs` milliseconds for the activity of the last 24 hours */
  readonly reportActivity: (waitMs: number) => Promise<RecentResult<readonly HourActivity[]>>
}

/** Milliseconds that the page waits for checks. It names those that take longer. */
const WAIT_MS = 2000

/** Adds the first administration page: the checks of the installation, and the last day. */
export function addOverviewRoutes(routes: ServerRoutes, deps: OverviewRoutesDeps): void {
  routes.get('/admin', async (request) => {
    const [report, { result: hours }] = await Promise.all([deps.reportChecks(WAIT_MS), deps.reportActivity(WAIT_MS)])
    return pageResponse(overviewPage({ frame: frameFor(deps, request), report, ...(hours && { hours }) }))
  })
}
