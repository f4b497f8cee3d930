import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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
import { sendStream, streamPart, toastPart, wantsStream } from '../layout/turbo-stream.ts'
import {
  formOf,
  formText,
  NOTICE_COOKIE,
  pageFrame,
  sendPage,
  sessionOf,
  UNDO_COOKIE,
  type WebContext,
  localizationFor,
} from '../web-context.ts'
import { type TagsView, tagsPage } from './tags.page.ts'

export interface TagsPageDeps extends WebContext, ChangeTagDeps, CountDeps {
  readonly listTags: (owner: UserId) => Promise<readonly CountedTag[]>
}

type WithId = { Params: { readonly id: string } }

const PATH = '/tag/list'

/**
 * Adds `/tag/list`, the page of the viewer's tags, and the routes that rename and delete a tag (wallabag contract,
 * section 10). `/tag/list/SLUG` redirects to the list of a tag's entries.
 */
export function addTagsPageRoutes(app: FastifyInstance, deps: TagsPageDeps): void {
  app.get(PATH, (request, reply) => showTags(deps, request, reply))
  app.get<{ Params: { readonly slug: string } }>('/tag/list/:slug', async (request, reply) => {
    const tags = await deps.listTags(sessionOf(request).user.id)
    const tag = tags.find(({ slug }) => slug === request.params.slug)
    if (!tag) throw notFound('tag')
    return reply.redirect(listHref('all', { tag: tag.label }), 302)
  })
  app.post<WithId>('/tag/rename/:id', (request, reply) => rename(deps, request, reply))
  app.post<WithId>('/tag/delete/:id', (request, reply) => remove(deps, request, reply))
}

async function showTags(
  deps: TagsPageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  refused?: TagsView['refused'],
): Promise<FastifyReply> {
  const { user, csrfToken } = sessionOf(request)
  const tags = await deps.listTags(user.id)
  const { filter, page } = filterAndPage(request)
  const view = { frame: pageFrame(deps, request, reply), csrfToken, tags, filter, page, ...(refused && { refused }) }
  return sendPage(reply, tagsPage(view), refused ? 422 : 200)
}

/** Maximum length of the filter in characters. Longer filters are cut. Tags have the same limit. */
const MAX_FILTER = 250

function filterAndPage({ query }: FastifyRequest): Pick<TagsView, 'filter' | 'page'> {
  const { page, q } = query as { readonly page?: unknown; readonly q?: unknown }
  return {
    filter: typeof q === 'string' ? q.slice(0, MAX_FILTER).trim() : '',
    page: typeof page === 'string' && /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
  }
}

function tagIdOf({ params }: FastifyRequest<WithId>): TagId {
  if (!/^[1-9]\d{0,14}$/.test(params.id)) throw notFound('tag')
  return Number(params.id) as TagId
}

async function rename(deps: TagsPageDeps, request: FastifyRequest<WithId>, reply: FastifyReply): Promise<FastifyReply> {
  const [owner, id] = [checkedForm(deps, request).owner, tagIdOf(request)]
  const label = formText(formOf(request), 'label')
  const { t } = localizationFor(request)
  try {
    const renamed = await renameTag(deps, owner, id, label)
    return showNotice(deps, reply, t('tagList.renamed', { label: renamed.label }), renamed)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
    return showTags(deps, request, reply, { id, label, error: t('tagList.refused') })
  }
}

async function remove(deps: TagsPageDeps, request: FastifyRequest<WithId>, reply: FastifyReply): Promise<FastifyReply> {
  const [owner, id] = [checkedForm(deps, request).owner, tagIdOf(request)]
  const words = localizationFor(request)
  const removed = await removeTagOfAll(deps, owner, id)
  const text = words.t('tagList.deleted', { label: removed.label })
  if (!wantsStream(request)) return showNotice(deps, reply, text, removed)
  const { csrfToken } = sessionOf(request)
  return sendStream(reply, [
    streamPart('remove', `tag-${id}`),
    toastPart(text, undoForm({ csrfToken, t: words.t, action: removed.id, back: PATH })),
    ...(await countParts(deps, owner, words)),
  ])
}

/** Redirects to the page of tags, which shows a message with an undo button. */
function showNotice({ jar }: TagsPageDeps, reply: FastifyReply, text: string, { id }: ChangedTag): FastifyReply {
  jar.write(reply, NOTICE_COOKIE, text, 60)
  if (id !== undefined) jar.write(reply, UNDO_COOKIE, String(id), 60)
  return reply.redirect(PATH, 303)
}
