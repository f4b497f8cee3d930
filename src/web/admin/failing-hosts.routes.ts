import { longStatements, type ReadLong } from '../../db/long-reads.ts'
import { type RefetchHostDeps, refetchHost, listFailingHosts } from '../../entries/fetching/failed-fetches-by-host.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { formText, sessionOf, localizationFor, frameFor, type WebContext } from '../web-context.ts'
import { failingHostsPage } from './failing-hosts.page.ts'
import { pageResponse } from '../web-response.ts'
import type { ServerRoutes } from '../server-routes.ts'
import { redirectWithNotice } from '../redirect-with-notice.ts'

export interface FailingHostsRoutesDeps extends WebContext, RefetchHostDeps {
  readonly readLong: ReadLong
}

const PATH = '/admin/hosts'
/** Maximum number of hosts on the page, which shows those with the most failed entries. */
const MAX_HOSTS = 100

/** Adds the page of hosts whose pages could not be fetched. Its button fetches the pages of a host again. */
export function addFailingHostsRoutes(routes: ServerRoutes, deps: FailingHostsRoutesDeps): void {
  routes.get(PATH, async (request) => {
    const hosts = await listFailingHosts(longStatements(deps.readLong), MAX_HOSTS)
    const frame = frameFor(deps, request)
    return pageResponse(failingHostsPage({ frame, csrfToken: sessionOf(request).csrfToken, hosts }))
  })
  routes.post(`${PATH}/refetch`, async (request) => {
    const host = formText(checkedForm(deps, request).fields, 'host').replaceAll('\0', '')
    const count = await refetchHost(deps, host, request.id)
    return redirectWithNotice(request, PATH, localizationFor(request).t('admin.hosts.enqueued', { count }))
  })
}
