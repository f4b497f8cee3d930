import type { Database } from '../../db/database.ts'
import type { ReadLong } from '../../db/long-reads.ts'
import type { JobAdministration } from '../../jobs/job-administration.ts'
import { notFound } from '../../kernel/errors.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { formText, sessionOf, localizationFor, frameFor, type WebContext } from '../web-context.ts'
import { openJobAdministration } from '../../jobs/job-administration.ts'
import { jobsPage } from './jobs.page.ts'
import { pageResponse, type WebResponse } from '../web-response.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'
import { redirectWithNotice } from '../redirect-with-notice.ts'

export interface JobsRoutesDeps extends WebContext {
  readonly database: Database
  readonly readLong: ReadLong
}

const PATH = '/admin/jobs'
/** Maximum number of dead jobs on the page, which shows the newest ones. */
const MAX_JOBS = 100

/**
 * Adds the page of background jobs. An administrator can retry or delete a dead job, or retry all dead jobs of a kind.
 */
export function addJobsRoutes(routes: ServerRoutes, deps: JobsRoutesDeps): void {
  routes.get(PATH, (request) => show(deps, request))
  routes.post(`${PATH}/retry`, async (request) => {
    const board = await openBoard(deps)
    if (!(await board.retry(formText(checkedForm(deps, request).fields, 'id')))) throw notFound('job')
    return redirectWithNotice(request, PATH, localizationFor(request).t('admin.jobs.retried', { count: 1 }))
  })
  routes.post(`${PATH}/retry-kind`, async (request) => {
    const board = await openBoard(deps)
    const count = await board.retryAll(formText(checkedForm(deps, request).fields, 'name').replaceAll('\0', ''))
    return redirectWithNotice(request, PATH, localizationFor(request).t('admin.jobs.retried', { count }))
  })
  routes.post(`${PATH}/discard`, async (request) => {
    const board = await openBoard(deps)
    if (!(await board.discard(formText(checkedForm(deps, request).fields, 'id')))) throw notFound('job')
    return redirectWithNotice(request, PATH, localizationFor(request).t('admin.jobs.discarded'))
  })
}

async function openBoard({ database, readLong }: JobsRoutesDeps): Promise<JobAdministration> {
  return openJobAdministration(database, async <Row>(sql: string) => (await readLong([{ sql }]))[0] as readonly Row[])
}

async function show(deps: JobsRoutesDeps, request: ServerRequest): Promise<WebResponse> {
  const board = await openBoard(deps)
  const [counts, dead] = await Promise.all([board.count(), board.listDead(MAX_JOBS)])
  const frame = frameFor(deps, request)
  return pageResponse(jobsPage({ frame, csrfToken: sessionOf(request).csrfToken, counts, dead }))
}
