import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ChangeManyDeps, type ManyAction, changeMany, orderChange } from '../../entries/changing/change-many.ts'
import { trashBatch } from '../../entries/trash/trash.ts'
import type { EntryId } from '../../kernel/brand.ts'
import { AppError } from '../../kernel/errors.ts'
import type { FormFields } from '../../kernel/form-body.ts'
import { html, type Html } from '../../kernel/html.ts'
import { parseTagLabels } from '../../tags/tag.ts'
import { checkedForm } from '../forms/checked-form.ts'
import { LISTS } from '../layout/list-name.ts'
import { ownPath } from '../forms/own-path.ts'
import { refreshPart, sendStream, toastPart, wantsStream } from '../layout/stream.ts'
import { formOf, formText, NOTICE_COOKIE, sessionOf, UNDO_COOKIE, wordsFor } from '../web-context.ts'
import { isNarrowed, listFilter, parseListQuery } from './list-query.ts'
import type { ShowListDeps } from './show-list.ts'

export type BulkRoutesDeps = ShowListDeps & ChangeManyDeps

const ACTIONS = ['archive', 'unarchive', 'star', 'unstar', 'refetch', 'tag', 'untag', 'delete'] as const

type ActionName = (typeof ACTIONS)[number]
/** Ticked entries of one page; none of our pages sends more. */
const MOST_IDS = 500
/** The action that undoes an action. Tagging and fetching cannot be undone. */
const INVERSE: Readonly<Partial<Record<ActionName, ActionName>>> = {
  archive: 'unarchive',
  unarchive: 'archive',
  star: 'unstar',
  unstar: 'star',
}

/** Actions on many entries: on ticked ones, or on the whole list by a job. */
export function addBulkRoutes(app: FastifyInstance, deps: BulkRoutesDeps): void {
  app.post('/bulk', async (request, reply) => {
    const { owner, fields } = checkedForm(deps, request)
    const name = ACTIONS.find((one) => one === formText(fields, 'action'))
    if (!name) throw new AppError('invalid_input', 'no such action')
    const action = actionOf(name, fields)
    if (!action) return say(deps, request, reply, { text: wordsFor(request).t('bulk.noTags') })
    if (fields.get('scope') === 'all') return changeList(deps, request, reply, action)
    const ids = idsOf(fields)
    const changed = await changeMany(deps, owner, ids, { action, requestId: request.id })
    const text = wordsFor(request).t(`bulk.done.${name}`, { count: changed.length })
    const undo = changed.length > 0 && undoForm(request, action, changed)
    return say(deps, request, reply, { text, undo, ...(undo && batchOf(action)) })
  })
}

/** @returns the action, or undefined for a tag action without tags */
function actionOf(name: ActionName, fields: FormFields): ManyAction | undefined {
  if (name === 'delete') return { kind: name, batch: trashBatch() }
  if (name !== 'tag' && name !== 'untag') return { kind: name }
  const labels = parseTagLabels(formText(fields, 'tags'))
  return labels.length === 0 ? undefined : { kind: name, labels }
}

function idsOf(fields: FormFields): EntryId[] {
  const value = fields.get('ids')
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value]
  const ids = texts.filter((text) => typeof text === 'string' && /^[1-9]\d{0,14}$/.test(text)).map(Number)
  return [...new Set(ids)].slice(0, MOST_IDS) as EntryId[]
}

async function changeList(deps: BulkRoutesDeps, request: FastifyRequest, reply: FastifyReply, action: ManyAction) {
  const { user, revision } = sessionOf(request)
  const fields = formOf(request)
  const back = ownPath(formText(fields, 'back'))
  const list = LISTS.find((one) => one === formText(fields, 'list')) ?? 'unread'
  const query = parseListQuery(Object.fromEntries(new URL(back, 'http://own.invalid').searchParams))
  const filter = listFilter(list, query, { page: 1, perPage: 1 })
  const { total } = await deps.listEntries({ id: user.id, revision }, filter)
  await orderChange(deps, user.id, { filter, action, requestId: request.id })
  const key = isNarrowed(query) ? 'bulk.orderedNarrow' : 'bulk.ordered'
  const text = wordsFor(request).t(key, { count: total })
  const undo = action.kind === 'delete' && restoreForm(request, action.batch)
  return say(deps, request, reply, { text, undo, ...batchOf(action) })
}

interface Saying {
  readonly text: string
  /** the batch of deleted entries */
  readonly batch?: string
  readonly undo?: Html | false
}

const batchOf = (action: ManyAction) => (action.kind === 'delete' ? { batch: action.batch } : {})

/** Reloads the list in place, because many cards were added, removed or changed. */
function say(
  deps: BulkRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { text, undo, batch }: Saying,
): FastifyReply {
  const back = ownPath(formText(formOf(request), 'back'))
  if (wantsStream(request)) {
    return sendStream(reply, [refreshPart(), toastPart(text, undo)])
  }
  deps.jar.write(reply, NOTICE_COOKIE, text, 60)
  if (batch !== undefined) deps.jar.write(reply, UNDO_COOKIE, batch, 60)
  return reply.redirect(back, 303)
}

function undoForm(request: FastifyRequest, action: ManyAction, ids: readonly EntryId[]): Html | false {
  if (action.kind === 'delete') return restoreForm(request, action.batch)
  const inverse = INVERSE[action.kind]
  return inverse === undefined
    ? false
    : form(
        request,
        '/bulk',
        html`${ids.map((id) => html`<input type="hidden" name="ids[]" value="${id}" />`)}<button name="action" value="${inverse}" data-action-name="undo">${wordsFor(request).t('action.undo')}</button>`,
      )
}

const restoreForm = (request: FastifyRequest, batch: string): Html =>
  form(
    request,
    '/restore',
    html`<button name="batch" value="${batch}" data-action-name="undo">${wordsFor(request).t('action.undo')}</button>`,
  )

function form(request: FastifyRequest, path: string, rest: Html): Html {
  const back = ownPath(formText(formOf(request), 'back'))
  return html`<form action="${path}" method="post"><input type="hidden" name="token" value="${sessionOf(request).csrfToken}" /><input type="hidden" name="back" value="${back}" />${rest}</form>`
}
