import { requireId, parsePageNumber } from '../../kernel/parse-id.ts'
import {
  type ChangedTag,
  type ChangeTagDeps,
  removeTagOfAll,
  renameTag,
} from '../../entries/undoable-actions/change-tag.ts'
import type { TagId, UserId } from '../../kernel/branded-ids.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import type { CountedTag } from '../../tags/list-tags.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { undoForm } from '../action-history/undo-form.ts'
import { countParts, type CountDeps } from '../lists/count-turbo-streams.ts'
import { listHref } from '../lists/list-query.ts'
import { streamPart, toastPart, wantsStream } from '../layout/turbo-stream.ts'
import {
  formOf,
  formText,
  NOTICE_COOKIE,
  frameFor,
  sessionOf,
  UNDO_COOKIE,
  type WebContext,
  localizationFor,
} from '../web-context.ts'
import { type TagsView, tagsPage } from './tags.page.ts'
import type { WebRequest } from '../web-request.ts'
import { pageResponse, streamResponse, redirectTo, type WebResponse } from '../web-response.ts'
import type { WebRoutes } from '../web-routes.ts'

export interface TagsPageDeps extends WebContext, ChangeTagDeps, CountDeps {
  readonly listTags: (owner: UserId) => Promise<readonly CountedTag[]>
}

type WithId = { readonly id: string }

const PATH = '/tag/list'

/**
 * Adds `/tag/list`, the page of the viewer's tags, and the routes that rename and delete a tag (wallabag contract,
 * section 10). `/tag/list/SLUG` redirects to the list of a tag's entries.
 */
export function addTagsPageRoutes(routes: WebRoutes, deps: TagsPageDeps): void {
  routes.get(PATH, (request) => showTags(deps, request))
  routes.get('/tag/list/:slug', async (request) => {
    const tags = await deps.listTags(sessionOf(request).user.id)
    const tag = tags.find(({ slug }) => slug === request.params.slug)
    if (!tag) throw notFound('tag')
    return redirectTo(listHref('all', { tag: tag.label }), 302)
  })
  routes.post('/tag/rename/:id', (request) => rename(deps, request))
  routes.post('/tag/delete/:id', (request) => remove(deps, request))
}

async function showTags(deps: TagsPageDeps, request: WebRequest, refused?: TagsView['refused']): Promise<WebResponse> {
  const { user, csrfToken } = sessionOf(request)
  const tags = await deps.listTags(user.id)
  const { filter, page } = filterAndPage(request)
  const view = { frame: frameFor(deps, request), csrfToken, tags, filter, page, ...(refused && { refused }) }
  return pageResponse(tagsPage(view), refused ? 422 : 200)
}

/** Maximum length of the filter in characters. Longer filters are cut. Tags have the same limit. */
const MAX_FILTER = 250

function filterAndPage({ query }: WebRequest): Pick<TagsView, 'filter' | 'page'> {
  const { page, q } = query
  return {
    filter: typeof q === 'string' ? q.slice(0, MAX_FILTER).trim() : '',
    page: parsePageNumber(page) ?? 1,
  }
}

function tagIdOf({ params }: WebRequest<WithId>): TagId {
  return requireId(params.id, 'tag')
}

async function rename(deps: TagsPageDeps, request: WebRequest<WithId>): Promise<WebResponse> {
  const [owner, id] = [checkedForm(deps, request).owner, tagIdOf(request)]
  const label = formText(formOf(request), 'label')
  const { t } = localizationFor(request)
  try {
    const renamed = await renameTag(deps, owner, id, label)
    return showNotice(request, t('tagList.renamed', { label: renamed.label }), renamed)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
    return showTags(deps, request, { id, label, error: t('tagList.refused') })
  }
}

async function remove(deps: TagsPageDeps, request: WebRequest<WithId>): Promise<WebResponse> {
  const [owner, id] = [checkedForm(deps, request).owner, tagIdOf(request)]
  const words = localizationFor(request)
  const removed = await removeTagOfAll(deps, owner, id)
  const text = words.t('tagList.deleted', { label: removed.label })
  if (!wantsStream(request)) return showNotice(request, text, removed)
  const { csrfToken } = sessionOf(request)
  return streamResponse([
    streamPart('remove', `tag-${id}`),
    toastPart(text, undoForm({ csrfToken, t: words.t, action: removed.id, back: PATH })),
    ...(await countParts(deps, owner, words)),
  ])
}

/** Redirects to the page of tags, which shows a message with an undo button. */
function showNotice({ cookies }: Pick<WebRequest, 'cookies'>, text: string, { id }: ChangedTag): WebResponse {
  cookies.write(NOTICE_COOKIE, text, 60)
  if (id !== undefined) cookies.write(UNDO_COOKIE, String(id), 60)
  return redirectTo(PATH, 303)
}
