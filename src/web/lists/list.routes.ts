import { parseCardLayout } from '../cards/card-layout.ts'
import { parsePageNumber } from '../../kernel/parse-id.ts'
import { notFound } from '../../kernel/errors.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { LISTS, type ListName } from '../layout/list-name.ts'
import { safeReturnPath } from '../forms/safe-return-path.ts'
import { formText, sessionOf, localizationFor, NOTICE_COOKIE } from '../web-context.ts'
import { listHref, parseListQuery } from './list-query.ts'
import { openList } from './open-list.ts'
import { showList, type ShowListDeps } from './show-list.ts'
import type { Database } from '../../db/database.ts'
import { changePreferences } from '../../users/change-preferences.ts'
import type { WebRequest } from '../web-request.ts'
import { redirectTo, type WebResponse } from '../web-response.ts'
import type { WebRoutes } from '../web-routes.ts'

export interface ListRoutesDeps extends ShowListDeps {
  readonly database: Database
}

/** Adds the pages of the lists, the link to a random entry, and the form that chooses their layout. */
export function addListRoutes(routes: WebRoutes, deps: ListRoutesDeps): void {
  routes.get('/', (request) => showFirst(deps, request, 'unread'))
  for (const list of LISTS) {
    routes.get(`/${list}/list`, (request) => showFirst(deps, request, list))
    routes.get(`/${list}/list/:page`, (request) => {
      const page = parsePageNumber(request.params.page) ?? 0
      return showList(deps, request, { list, page, query: parseListQuery(request.query) })
    })
    routes.get(`/${list}/random`, (request) => showRandom(deps, request, list))
  }
  routes.post('/list-layout', async (request) => {
    const { owner, fields } = checkedForm(deps, request)
    const layout = parseCardLayout(formText(fields, 'layout'))
    await changePreferences(deps, owner, { layout })
    return redirectTo(safeReturnPath(formText(fields, 'back')), 303)
  })
}

/**
 * Shows the first page of a list. With the parameter `page`, redirects to that page instead, because links in other
 * programs use this parameter.
 */
async function showFirst(deps: ListRoutesDeps, request: WebRequest, list: ListName): Promise<WebResponse> {
  const query = parseListQuery(request.query)
  const page = parsePageNumber(request.query['page']) ?? 1
  return page > 1 ? redirectTo(listHref(list, query, page), 302) : showList(deps, request, { list, page, query })
}

/** Redirects to a random entry of the list. All entries are equally likely. */
async function showRandom(deps: ListRoutesDeps, request: WebRequest, list: ListName): Promise<WebResponse> {
  const { user, revision } = sessionOf(request)
  const owner = { id: user.id, revision }
  const query = parseListQuery(request.query)
  const opened = await openList(deps, owner, list, query)
  const { total } = await opened.list(owner, { ...opened.filter, page: 1, perPage: 1 })
  const page = 1 + Math.floor(Math.random() * total)
  const { entries } = await opened.list(owner, { ...opened.filter, page, perPage: 1 })
  const [entry] = entries
  if (total > 0 && !entry) throw notFound('entry')
  if (entry) return redirectTo(`/view/${entry.id}`, 302)
  request.cookies.write(NOTICE_COOKIE, localizationFor(request).t(`list.empty.${list}`), 60)
  return redirectTo(listHref(list, query), 302)
}
