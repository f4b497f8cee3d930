import { undoAnnotationAction } from '../../annotations/annotation-history.ts'
import type { RestoreEntriesDeps } from '../../entries/trash/restore-entries.ts'
import { COLLECTION_ACTION_KINDS, type UserAction } from '../../entries/undoable-actions/action.repository.ts'
import { UNDO_PERIOD_MS } from '../../entries/undoable-actions/undo-limits.ts'
import { undoCollectionAction } from '../../entries/undoable-actions/collection-actions.ts'
import { undoRuleDeletion } from '../../entries/undoable-actions/delete-tagging-rule.ts'
import { undoEdit } from '../../entries/undoable-actions/edit-details.ts'
import { undoEntryNote } from '../../entries/undoable-actions/set-entry-note.ts'
import { undoEntryAction } from '../../entries/undoable-actions/undo-action.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { countParts, type CountDeps } from '../lists/count-turbo-streams.ts'
import { shortTitle } from '../layout/short-title.ts'
import { safeReturnPath } from '../forms/safe-return-path.ts'
import { refreshPart, toastPart, wantsStream } from '../layout/turbo-stream.ts'
import { formText, frameFor, sessionOf, localizationFor, type WebContext } from '../web-context.ts'
import { historyPage } from './action-history.page.ts'
import type { WebRequest } from '../web-request.ts'
import { pageResponse, streamResponse, type WebResponse } from '../web-response.ts'
import type { WebRoutes } from '../web-routes.ts'
import { redirectWithNotice } from '../redirect-with-notice.ts'

export interface HistoryRoutesDeps extends WebContext, RestoreEntriesDeps, CountDeps {
  /** returns the user's actions since an ISO time, newest first */
  readonly listActions: (owner: UserId, since: string) => Promise<UserAction[]>
}

/** Adds `/history`, the list of the latest actions, and `/undo`, which undoes one of them. */
export function addHistoryRoutes(routes: WebRoutes, deps: HistoryRoutesDeps): void {
  routes.get('/history', async (request) => {
    const { user, csrfToken } = sessionOf(request)
    const actions = await actionsOf(deps, user.id)
    return pageResponse(historyPage({ frame: frameFor(deps, request), csrfToken, actions, now: deps.clock.now() }))
  })
  routes.post('/undo', async (request) => {
    const { owner, fields } = checkedForm(deps, request)
    const named = formText(fields, 'action')
    const actions = await actionsOf(deps, owner)
    const action =
      named === 'last' ? actions.find(({ isUndone }) => !isUndone) : actions.find(({ id }) => String(id) === named)
    const { t } = localizationFor(request)
    if (!action) return showMessage(deps, request, t(deps.offlineState ? 'history.leadOffline' : 'history.nothing'))
    const count = await undo(deps, owner, action, request.id)
    const nothing = action.isUndone ? t('history.nothing') : t('history.overtaken')
    const kind = t(`history.kinds.${action.kind}`, { count })
    const what = count === 1 && action.title ? `${kind} · ${shortTitle(action.title)}` : kind
    const text = count === 0 ? nothing : t('history.done', { what })
    return showMessage(deps, request, text)
  })
}

async function actionsOf({ listActions, clock }: HistoryRoutesDeps, owner: UserId): Promise<UserAction[]> {
  const since = new Date(clock.now().getTime() - UNDO_PERIOD_MS).toISOString()
  const actions = await listActions(owner, since)
  return actions.filter(({ entries }) => entries > 0)
}

/**
 * Undoes an action.
 * @returns the number of restored entries, notes, annotations, collections or rules
 */
async function undo(deps: HistoryRoutesDeps, owner: UserId, action: UserAction, requestId: string): Promise<number> {
  if (action.isUndone) return 0
  if (COLLECTION_ACTION_KINDS.has(action.kind)) return (await undoCollectionAction(deps, owner, action)) ? 1 : 0
  if (action.kind === 'delete-rule') return (await undoRuleDeletion(deps, owner, action), 1)
  if (action.kind === 'edit-entry') return (await undoEdit(deps, owner, action, requestId)) ? 1 : 0
  if (action.kind === 'entry-note') return (await undoEntryNote(deps, owner, action)) ? 1 : 0
  const isOfEntries = !['highlight', 'unhighlight', 'note', 'passage', 'review'].includes(action.kind)
  if (isOfEntries) return undoEntryAction(deps, owner, action, requestId)
  return (await undoAnnotationAction(deps, owner, action)) ? 1 : 0
}

/**
 * Shows a message after an undo, updates the numbers of entries, and reloads the page in place. The server does not know
 * which entries the page shows, so it cannot update them one by one. A script leaves the reload out if the page shows
 * them already (client/optimistic/undo-last.ts).
 */
async function showMessage(deps: HistoryRoutesDeps, request: WebRequest, text: string): Promise<WebResponse> {
  if (wantsStream(request)) {
    const counts = await countParts(deps, sessionOf(request).user.id, localizationFor(request))
    return streamResponse([refreshPart(), toastPart(text), ...counts])
  }
  return redirectWithNotice(request, safeReturnPath(formText(checkedForm(deps, request).fields, 'back')), text)
}
