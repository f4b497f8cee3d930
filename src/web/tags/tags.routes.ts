import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ChangeManyDeps, changeMany } from '../../entries/changing/change-many.ts'
import { entriesWithTag, type RenameTagDeps, renameTag, dropTags } from '../../entries/changing/entry-tags.ts'
import type { EntryId, TagId, UserId } from '../../kernel/brand.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { html } from '../../kernel/html.ts'
import type { CountedTag } from '../../tags/list-tags.ts'
import { checkedForm } from '../forms/checked-form.ts'
import { countParts, type CountDeps } from '../lists/count-parts.ts'
import { listHref } from '../lists/list-query.ts'
import { sendStream, streamPart, toastPart, wantsStream } from '../layout/stream.ts'
import {
  formOf,
  formText,
  NOTICE_COOKIE,
  pageFrame,
  sendPage,
  sessionOf,
  type WebContext,
  wordsFor,
} from '../web-context.ts'
import { type TagsView, tagsPage } from './tags.page.ts'
import { parseTagLabels } from '../../tags/tag.ts'

export interface TagsPageDeps extends WebContext, RenameTagDeps, ChangeManyDeps, CountDeps {
  readonly listTags: (owner: UserId) => Promise<readonly CountedTag[]>
}

type WithId = { Params: { readonly id: string } }

/** The deletion of a tag with more entries cannot be undone. */
const MOST_UNDONE = 500

/** The viewer's tags: `/tag/list`, and the entries of one by its slug (contract, section 10). */
export function addTagsPageRoutes(app: FastifyInstance, deps: TagsPageDeps): void {
  app.get('/tag/list', (request, reply) => showTags(deps, request, reply))
  app.get<{ Params: { readonly slug: string } }>('/tag/list/:slug', async (request, reply) => {
    const tags = await deps.listTags(sessionOf(request).user.id)
    const tag = tags.find(({ slug }) => slug === request.params.slug)
    if (!tag) throw notFound('tag')
    return reply.redirect(listHref('all', { tag: tag.label }), 302)
  })
  app.post<WithId>('/tag/rename/:id', (request, reply) => rename(deps, request, reply))
  app.post<WithId>('/tag/delete/:id', (request, reply) => remove(deps, request, reply))
  app.post('/tag/restore', (request, reply) => restore(deps, request, reply))
}

async function showTags(
  deps: TagsPageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  refused?: TagsView['refused'],
): Promise<FastifyReply> {
  const { user, csrfToken } = sessionOf(request)
  const tags = await deps.listTags(user.id)
  const view = { frame: pageFrame(deps, request, reply), csrfToken, tags, ...(refused && { refused }) }
  return sendPage(reply, tagsPage(view), refused ? 422 : 200)
}

function tagIdOf({ params }: FastifyRequest<WithId>): TagId {
  if (!/^[1-9]\d{0,14}$/.test(params.id)) throw notFound('tag')
  return Number(params.id) as TagId
}

async function rename(deps: TagsPageDeps, request: FastifyRequest<WithId>, reply: FastifyReply): Promise<FastifyReply> {
  const [owner, id] = [checkedForm(deps, request).owner, tagIdOf(request)]
  const label = formText(formOf(request), 'label')
  const { t } = wordsFor(request)
  try {
    const tag = await renameTag(deps, owner, id, label)
    deps.jar.write(reply, NOTICE_COOKIE, t('tagList.renamed', { label: tag.label }), 60)
    return await reply.redirect('/tag/list', 303)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
    return showTags(deps, request, reply, { id, label, error: t('tagList.refused') })
  }
}

async function remove(deps: TagsPageDeps, request: FastifyRequest<WithId>, reply: FastifyReply): Promise<FastifyReply> {
  const [owner, id] = [checkedForm(deps, request).owner, tagIdOf(request)]
  const words = wordsFor(request)
  const ids = await entriesWithTag(deps.database, owner, id, MOST_UNDONE + 1)
  const [tag] = await dropTags(deps, owner, { ids: [id] })
  const text = words.t('tagList.deleted', { label: tag!.label })
  if (!wantsStream(request)) {
    deps.jar.write(reply, NOTICE_COOKIE, text, 60)
    return reply.redirect('/tag/list', 303)
  }
  const { csrfToken } = sessionOf(request)
  const undo = html`<form action="/tag/restore" method="post"><input type="hidden" name="token" value="${csrfToken}" /><input type="hidden" name="label" value="${tag!.label}" />${ids.map((entryId) => html`<input type="hidden" name="ids[]" value="${entryId}" />`)}<button data-action-name="undo">${words.t('action.undo')}</button></form>`
  return sendStream(reply, [
    streamPart('remove', `tag-${id}`),
    toastPart(text, ids.length <= MOST_UNDONE && undo),
    ...(await countParts(deps, owner, words)),
  ])
}

/** Adds a deleted tag to the entries that had it. */
async function restore(deps: TagsPageDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { owner } = checkedForm(deps, request)
  const fields = formOf(request)
  const labels = parseTagLabels(formText(fields, 'label'))
  const given: unknown = fields.get('ids')
  const texts: readonly unknown[] = Array.isArray(given) ? given.slice(0, MOST_UNDONE) : []
  const ids = texts.filter((text) => /^[1-9]\d{0,14}$/.test(String(text))).map((text) => Number(text) as EntryId)
  if (labels.length > 0) await changeMany(deps, owner, ids, { action: { kind: 'tag', labels }, requestId: request.id })
  return reply.redirect('/tag/list', 303)
}
