import { deleteFromTrash, emptyOwnTrash } from '../../entries/trash/delete-from-trash.ts'
import type { ListTrash } from '../../entries/trash/list-trash.ts'
import type { RestoreEntriesDeps } from '../../entries/trash/restore-entries.ts'
import { restoreFromTrash } from '../../entries/trash/restore-from-trash.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { notFound } from '../../kernel/errors.ts'
import type { FormFields } from '../../kernel/form-body.ts'
import { parseId, parseIds, parsePageNumber } from '../../kernel/parse-id.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { safeReturnPath } from '../forms/safe-return-path.ts'
import { PER_PAGE } from '../lists/cards-frame.ts'
import { redirectWithNotice } from '../redirect-with-notice.ts'
import { formText, frameFor, localizationFor, sessionOf, type WebContext } from '../web-context.ts'
import type { WebRequest } from '../web-request.ts'
import { pageResponse, redirectTo, type WebResponse } from '../web-response.ts'
import type { WebRoutes } from '../web-routes.ts'
import { trashHref } from './trash-href.ts'
import { confirmDeletionPage, trashPage } from './trash.page.ts'

export interface TrashRoutesDeps extends WebContext, RestoreEntriesDeps {
  readonly listTrash: ListTrash
  readonly searchesPerUser: Pick<Throttle, 'take'>
  /** number of days for which deleted entries can be restored */
  readonly trashDays: number
}

/** Maximum length of a query in characters. A longer query is cut. */
const MAX_QUERY = 4096
/** Maximum number of selected entries in one request. Further entries are ignored, but the page never sends more. */
const MAX_SELECTED = 500

/** Adds the page of the deleted entries, and the forms that restore them or delete them forever. */
export function addTrashRoutes(routes: WebRoutes, deps: TrashRoutesDeps): void {
  routes.get('/trash', (request) => showTrash(deps, request))
  routes.post('/trash', async (request) => {
    const { owner, fields } = checkedForm(deps, request)
    const single = parseId<EntryId>(fields.get('entry'))
    const ids = single === undefined ? selectedIds(fields.get('entries')) : [single]
    const { t } = localizationFor(request)
    const back = safeReturnPath(formText(fields, 'back'))
    if (ids.length === 0) return redirectWithNotice(request, back, t('trash.nothingSelected'))
    const isDeletion = single === undefined && formText(fields, 'action') === 'delete'
    if (isDeletion) return redirectTo(`/trash/delete?entries=${ids.join()}`, 303)
    const { length: count } = await restoreFromTrash(deps, owner, { ids, requestId: request.id })
    return redirectWithNotice(request, back, t('trash.restored', { count }))
  })
  addPermanentDeletion(routes, deps)
}

function addPermanentDeletion(routes: WebRoutes, deps: TrashRoutesDeps): void {
  routes.get('/trash/delete', async (request) => {
    const { user, revision, csrfToken } = sessionOf(request)
    const given = request.query['entries']
    const selected = given === 'all' ? given : selectedIds(typeof given === 'string' ? given.split(',') : [])
    const whole = { query: '', page: 1, perPage: 1 }
    const count = selected === 'all' ? (await deps.listTrash({ id: user.id, revision }, whole)).total : selected.length
    if (count === 0) throw notFound('entry')
    return pageResponse(confirmDeletionPage({ frame: frameFor(deps, request), csrfToken, selected, count }))
  })
  routes.post('/trash/delete', async (request) => {
    const { owner, fields } = checkedForm(deps, request)
    const isAll = hasAll(fields)
    const ids = selectedIds(fields.get('entries'))
    const count = isAll ? await emptyOwnTrash(deps, owner) : await deleteFromTrash(deps, owner, ids)
    return redirectWithNotice(request, '/trash', localizationFor(request).t('trash.deleted', { count }))
  })
}

const hasAll = (fields: FormFields): boolean => [fields.get('entries')].flat().includes('all')

const selectedIds = (value: unknown): EntryId[] => [...new Set(parseIds<EntryId>(value))].slice(0, MAX_SELECTED)

async function showTrash(deps: TrashRoutesDeps, request: WebRequest): Promise<WebResponse> {
  const { user, revision, csrfToken } = sessionOf(request)
  const { q, page: wanted, select } = request.query
  const query = typeof q === 'string' ? q.slice(0, MAX_QUERY).replaceAll('\0', '').trim() : ''
  const page = wanted === undefined ? 1 : parsePageNumber(wanted)
  if (page === undefined) throw notFound('page')
  if (query !== '') await deps.searchesPerUser.take(String(user.id))
  const { items, total } = await deps.listTrash({ id: user.id, revision }, { query, page, perPage: PER_PAGE })
  const pages = Math.max(1, Math.ceil(total / PER_PAGE))
  // The last page may have become empty, because its entries were restored.
  if (page > pages) return redirectTo(trashHref({ query, page: pages }), 303)
  const shown = { frame: frameFor(deps, request), csrfToken, items, total, page, pages, query }
  const state = { isSelected: select === 'all', days: deps.trashDays, now: deps.clock.now() }
  return pageResponse(trashPage({ ...shown, ...state }))
}
