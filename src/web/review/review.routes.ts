import { recordAnnotation } from '../../annotations/annotation-history.ts'
import { parseAnnotationText } from '../../annotations/annotation.ts'
import { changeAnnotation, type AnnotationDeps } from '../../annotations/change-annotations.ts'
import { decideReview } from '../../annotations/review/decide-review.ts'
import type { LeftHighlights } from '../../annotations/review/list-left-highlights.ts'
import type { ListUpcomingHighlights } from '../../annotations/review/list-upcoming-highlights.ts'
import type { ListReview } from '../../annotations/review/list-review.ts'
import { REVIEW_DECISIONS, type ReviewState } from '../../annotations/review/review-rule.ts'
import { mapArticle } from '../../annotations/article-map.ts'
import { highlightContext, type HighlightContext } from '../../annotations/highlight-context.ts'
import type { ListedAnnotation } from '../../annotations/listed-annotation.ts'
import type { LoadEntries } from '../../entries/listing/load-entries.ts'
import type { AnnotationId, UserId } from '../../kernel/branded-ids.ts'
import { AppError } from '../../kernel/errors.ts'
import { requireId } from '../../kernel/parse-id.ts'
import type { Now } from '../../query/moment-in-utc.ts'
import type { FindNow } from '../../users/time-zone.ts'
import { undoForm } from '../action-history/undo-form.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import type { Localization } from '../layout/localization.ts'
import { toastPart, wantsStream } from '../layout/turbo-stream.ts'
import { textToRead } from '../reader/article/build-article-view.ts'
import { redirectWithNotice } from '../redirect-with-notice.ts'
import { formText, frameFor, localizationFor, sessionOf, UNDO_COOKIE, type WebContext } from '../web-context.ts'
import type { WebRequest } from '../web-request.ts'
import { pageResponse, streamResponse } from '../web-response.ts'
import type { WebRoutes } from '../web-routes.ts'
import { reviewPage } from './review.page.ts'

export interface ReviewRoutesDeps extends WebContext, AnnotationDeps {
  readonly listReview: ListReview
  readonly listUpcomingHighlights: ListUpcomingHighlights
  readonly leftHighlights: LeftHighlights
  readonly loadEntries: LoadEntries
  readonly findNow: FindNow
}

/** Adds `/review`, the page with the highlights of the day, and the forms on it. */
export function addReviewRoutes(routes: WebRoutes, deps: ReviewRoutesDeps): void {
  routes.get('/review', async (request) => {
    const { user, csrfToken } = sessionOf(request)
    const review = await deps.listReview(user.id, await nowOf(deps, request))
    const isNothingDue = review.hasHighlights && review.done + review.highlights.length === 0
    const [contexts, upcoming, left] = await Promise.all([
      findContexts(deps, user.id, review.highlights),
      isNothingDue ? deps.listUpcomingHighlights(user.id) : [],
      deps.leftHighlights.count(user.id),
    ])
    const frame = frameFor(deps, request)
    return pageResponse(reviewPage({ frame, csrfToken, review, contexts, upcoming, left }))
  })
  routes.post('/review/:id', async (request) => {
    const { owner, session, fields } = checkedForm(deps, request)
    const decision = REVIEW_DECISIONS.find((one) => one === formText(fields, 'decision'))
    if (!decision) throw new AppError('invalid_input', 'the decision must be keep, later or forget')
    const id: AnnotationId = requireId(request.params.id, 'annotation')
    const { action, state } = await decideReview(deps, owner, id, { decision, now: await nowOf(deps, request) })
    const text = doneText(state, localizationFor(request))
    if (!wantsStream(request)) {
      if (action !== undefined) request.cookies.write(UNDO_COOKIE, String(action), 60)
      return redirectWithNotice(request, '/review', text)
    }
    const { t } = localizationFor(request)
    const undo = undoForm({ csrfToken: session.csrfToken, t, action, back: '/review' })
    return streamResponse([toastPart(text, undo)])
  })
  routes.post('/review/:id/note', async (request) => {
    const { owner, fields } = checkedForm(deps, request)
    const id: AnnotationId = requireId(request.params.id, 'annotation')
    const text = parseAnnotationText(formText(fields, 'text').trim())
    const { annotation, before } = await changeAnnotation(deps, owner, id, { text })
    const action = await recordAnnotation(deps, owner, { kind: 'note', annotation, before })
    request.cookies.write(UNDO_COOKIE, String(action), 60)
    return redirectWithNotice(request, '/review', localizationFor(request).t('annotations.done.noteSaved'))
  })
}

/** @returns the words around the highlights, by the id of the highlight. Those whose words are not in the text are left out. */
async function findContexts(
  { loadEntries }: ReviewRoutesDeps,
  owner: UserId,
  highlights: readonly ListedAnnotation[],
): Promise<ReadonlyMap<number, HighlightContext>> {
  const ids = [...new Set(highlights.map(({ entryId }) => entryId))]
  const shown = new Set(highlights.map(({ id }) => id))
  const contexts = new Map<number, HighlightContext>()
  for (const loaded of (await loadEntries(owner, ids, { hasContent: true })).values()) {
    const map = mapArticle(textToRead(loaded))
    for (const one of loaded.annotations.filter(({ id }) => shown.has(id))) {
      const context = highlightContext(map, one)
      if (context) contexts.set(one.id, context)
    }
  }
  return contexts
}

/** @returns the current time, and the time zone of the account, which determines the day of the review */
export function nowOf({ findNow }: ReviewRoutesDeps, request: WebRequest): Promise<Now> {
  const { user, revision } = sessionOf(request)
  return findNow({ id: user.id, revision })
}

/** @returns when the highlight returns */
export function doneText({ dueOn }: ReviewState, words: Localization): string {
  if (dueOn === null) return words.t('review.forgot')
  return words.t('review.returns', { day: words.day(new Date(dueOn), 'long') })
}
