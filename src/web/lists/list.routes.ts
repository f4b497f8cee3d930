import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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

export interface ListRoutesDeps extends ShowListDeps {
  readonly database: Database
}

/** Adds the pages of the lists, the link to a random entry, and the form that chooses between cards and rows. */
export function addListRoutes(app: FastifyInstance, deps: ListRoutesDeps): void {
  app.get('/', (request, reply) => showFirst(deps, request, reply, 'unread'))
  for (const list of LISTS) {
    app.get(`/${list}/list`, (request, reply) => showFirst(deps, request, reply, list))
    app.get<{ Params: { readonly page: string } }>(`/${list}/list/:page`, (request, reply) => {
      const page = /^[1-9]\d{0,8}$/.test(request.params.page) ? Number(request.params.page) : 0
      return showList(deps, request, reply, { list, page, query: parseListQuery(request.query) })
    })
    app.get(`/${list}/random`, (request, reply) => showRandom(deps, request, reply, list))
  }
  app.post('/list-layout', async (request, reply) => {
    const { owner, fields } = checkedForm(deps, request)
    const layout = formText(fields, 'layout') === 'rows' ? 'rows' : 'cards'
    await changePreferences(deps, owner, { layout })
    return reply.redirect(safeReturnPath(formText(fields, 'back')), 303)
  })
}

/**
 * Shows the first page of a list. With the parameter `page`, redirects to that page instead, because links in other
 * programs use this parameter.
 */
async function showFirst(
  deps: ListRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  list: ListName,
): Promise<FastifyReply> {
  const query = parseListQuery(request.query)
  const { page } = request.query as { readonly page?: unknown }
  const isLater = typeof page === 'string' && /^[1-9]\d{0,8}$/.test(page) && page !== '1'
  return isLater
    ? reply.redirect(listHref(list, query, Number(page)), 302)
    : showList(deps, request, reply, { list, page: 1, query })
}

/** Redirects to a random entry of the list. All entries are equally likely. */
async function showRandom(
  deps: ListRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  list: ListName,
): Promise<FastifyReply> {
  const { user, revision } = sessionOf(request)
  const owner = { id: user.id, revision }
  const query = parseListQuery(request.query)
  const opened = await openList(deps, owner, list, query)
  const { total } = await opened.list(owner, { ...opened.filter, page: 1, perPage: 1 })
  const page = 1 + Math.floor(Math.random() * total)
  const { entries } = await opened.list(owner, { ...opened.filter, page, perPage: 1 })
  const [entry] = entries
  if (total > 0 && !entry) throw notFound('entry')
  if (entry) return reply.redirect(`/view/${entry.id}`, 302)
  deps.jar.write(reply, NOTICE_COOKIE, localizationFor(request).t(`list.empty.${list}`), 60)
  return reply.redirect(listHref(list, query), 302)
}
