import { deleteUnplaced, countUnplaced, listUnplaced } from '../../imports/highlights/unplaced-annotation.repository.ts'
import { requireId } from '../../kernel/parse-id.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'
import type { Database } from '../../db/database.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import type { ServerRoutes } from '../server-routes.ts'
import { formText, frameFor, sessionOf, type WebContext } from '../web-context.ts'
import { pageResponse, redirectTo } from '../web-response.ts'
import { unplacedPage } from './unplaced.page.ts'

interface UnplacedRoutesDeps extends WebContext {
  readonly database: Database
}

const PER_PAGE = 100

/** Adds the page of the viewer's imported highlights that have no page, and their deletion. */
export function addUnplacedRoutes(routes: ServerRoutes, deps: UnplacedRoutesDeps): void {
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
    await ownerTransaction(deps.database, owner, (tx) => deleteUnplaced(tx, owner, id, isWhole))
    return redirectTo('/import/unplaced', 303)
  })
}
