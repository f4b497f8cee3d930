import { deleteUnplaced, countUnplaced, listUnplaced } from '../../imports/highlights/unplaced-annotation.repository.ts'
import { requireId } from '../../kernel/parse-id.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import type { ServerRoutes } from '../server-routes.ts'
import { formText, frameFor, sessionOf } from '../web-context.ts'
import { pageResponse, redirectTo } from '../web-response.ts'
import { addAssignRoutes, type AssignRoutesDeps } from './assign.routes.ts'
import { unplacedPage } from './unplaced.page.ts'

const PER_PAGE = 100

/** Adds the page of the viewer's imported highlights that have no page, their deletion, and the choice of a page. */
export function addUnplacedRoutes(routes: ServerRoutes, deps: AssignRoutesDeps): void {
  routes.get('/import/unplaced', async (request) => {
    const { user, csrfToken } = sessionOf(request)
    const given = Number(request.query['page'])
    const { total, annotations, page, pages } = await deps.database.read(async (db) => {
      const count = await countUnplaced(db, user.id)
      const last = Math.max(1, Math.ceil(count / PER_PAGE))
      const number = Number.isInteger(given) ? Math.min(Math.max(given, 1), last) : 1
      const list = await listUnplaced(db, user.id, { offset: (number - 1) * PER_PAGE, limit: PER_PAGE })
      return { total: count, annotations: list, page: number, pages: last }
    })
    return pageResponse(unplacedPage({ frame: frameFor(deps, request), csrfToken, annotations, total, page, pages }))
  })
  routes.post('/import/unplaced/:id/delete', async (request) => {
    const { owner, fields } = checkedForm(deps, request)
    const isWhole = formText(fields, 'document') !== ''
    const id = requireId(request.params['id'], 'annotation')
    const now = deps.clock.now().toISOString()
    await ownerTransaction(deps.database, owner, (tx) => deleteUnplaced(tx, owner, id, { isWhole, now }))
    return redirectTo('/import/unplaced', 303)
  })
  addAssignRoutes(routes, deps)
}
