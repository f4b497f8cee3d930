import { returnToReview } from '../../annotations/review/decide-review.ts'
import { LEFT_HIGHLIGHTS_PER_PAGE } from '../../annotations/review/review-rule.ts'
import type { AnnotationId } from '../../kernel/branded-ids.ts'
import { notFound } from '../../kernel/errors.ts'
import { parsePageNumber, requireId } from '../../kernel/parse-id.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { redirectWithNotice } from '../redirect-with-notice.ts'
import { frameFor, localizationFor, sessionOf, UNDO_COOKIE } from '../web-context.ts'
import type { WebRequest } from '../web-request.ts'
import { pageResponse, type WebResponse } from '../web-response.ts'
import type { WebRoutes } from '../web-routes.ts'
import { leftHighlightsPage } from './left-highlights.page.ts'
import { doneText, nowOf, type ReviewRoutesDeps } from './review.routes.ts'

/** Adds `/review/left`, the list of the highlights that are no longer reviewed. Only the server has it. */
export function addLeftHighlightsRoutes(routes: WebRoutes, deps: ReviewRoutesDeps): void {
  routes.get('/review/left', (request) => showLeftHighlights(deps, request))
  routes.post('/review/:id/return', async (request) => {
    const { owner } = checkedForm(deps, request)
    const id: AnnotationId = requireId(request.params.id, 'annotation')
    const { action, state } = await returnToReview(deps, owner, id, await nowOf(deps, request))
    if (action !== undefined) request.cookies.write(UNDO_COOKIE, String(action), 60)
    return redirectWithNotice(request, '/review/left', doneText(state, localizationFor(request)))
  })
}

async function showLeftHighlights(deps: ReviewRoutesDeps, request: WebRequest): Promise<WebResponse> {
  const { user, csrfToken } = sessionOf(request)
  const page = request.query['page'] === undefined ? 1 : (parsePageNumber(request.query['page']) ?? 0)
  const pages = Math.max(1, Math.ceil((await deps.leftHighlights.count(user.id)) / LEFT_HIGHLIGHTS_PER_PAGE))
  if (page < 1 || page > pages) throw notFound('page')
  const highlights = await deps.leftHighlights.list(user.id, page)
  return pageResponse(leftHighlightsPage({ frame: frameFor(deps, request), csrfToken, highlights, page, pages }))
}
