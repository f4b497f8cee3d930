import type { FastifyInstance } from 'fastify'
import { longStatements, type ReadLong } from '../../db/long-reads.ts'
import { type RefetchHostDeps, refetchHost, listFailingHosts } from '../../entries/fetching/failed-fetches-by-host.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { formText, sessionOf, localizationFor } from '../web-context.ts'
import { redirectWithNotice } from './redirect-with-notice.ts'
import { failingHostsPage } from './failing-hosts.page.ts'
import { pageFrame, sendPage, type FastifyContext } from '../fastify-routes.ts'

export interface FailingHostsRoutesDeps extends FastifyContext, RefetchHostDeps {
  readonly readLong: ReadLong
}

const PATH = '/admin/hosts'
/** Maximum number of hosts on the page, which shows those with the most failed entries. */
const MAX_HOSTS = 100

/** Adds the page of hosts whose pages could not be fetched. Its button fetches the pages of a host again. */
export function addFailingHostsRoutes(app: FastifyInstance, deps: FailingHostsRoutesDeps): void {
  app.get(PATH, async (request, reply) => {
    const hosts = await listFailingHosts(longStatements(deps.readLong), MAX_HOSTS)
    const frame = pageFrame(deps, request, reply)
    return sendPage(reply, failingHostsPage({ frame, csrfToken: sessionOf(request).csrfToken, hosts }))
  })
  app.post(`${PATH}/refetch`, async (request, reply) => {
    const host = formText(checkedForm(deps, request).fields, 'host').replaceAll('\0', '')
    const count = await refetchHost(deps, host, request.id)
    return redirectWithNotice(deps, reply, PATH, localizationFor(request).t('admin.hosts.enqueued', { count }))
  })
}
