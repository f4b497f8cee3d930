import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ChangeManyDeps, changeMany } from '../../entries/changing/change-many.ts'
import { type RestoreEntriesDeps, restoreEntries, trashBatch, trashEntries } from '../../entries/trash/trash.ts'
import type { EntryId } from '../../kernel/brand.ts'
import { notFound } from '../../kernel/errors.ts'
import { html, type Html } from '../../kernel/html.ts'
import { entryCard } from '../cards/entry-card.ts'
import { checkedForm } from '../forms/checked-form.ts'
import type { MessageKey } from '../messages/en.ts'
import { ownPath } from '../forms/own-path.ts'
import { refreshPart, sendStream, streamPart, toastPart, wantsStream } from '../layout/stream.ts'
import { formOf, formText, NOTICE_COOKIE, sessionOf, UNDO_COOKIE, wordsFor, type WebContext } from '../web-context.ts'
import { countParts, type CountDeps } from './count-parts.ts'
import { loadCards, type ShowListDeps } from './show-list.ts'

export interface StateRoutesDeps extends WebContext, ShowListDeps, ChangeManyDeps, RestoreEntriesDeps, CountDeps {}

type WithId = { Params: { readonly id: string } }

/** A change of one entry, and how to undo it. */
interface Done {
  readonly id: EntryId
  readonly message: MessageKey
  readonly undo: { readonly path: string; readonly field: string; readonly value: string }
}

interface State {
  readonly path: 'archive' | 'star'
  readonly field: string
  readonly on: 'archive' | 'star'
  readonly off: 'unarchive' | 'unstar'
}

const STATES: readonly State[] = [
  { path: 'archive', field: 'archived', on: 'archive', off: 'unarchive' },
  { path: 'star', field: 'starred', on: 'star', off: 'unstar' },
]

/**
 * Setting the states of one entry. A form sets a state and never toggles it, so that sending it twice is harmless. A
 * deleted entry can be restored for a day.
 */
export function addStateRoutes(app: FastifyInstance, deps: StateRoutesDeps): void {
  for (const { path, field, on, off } of STATES) {
    app.post<WithId>(`/${path}/:id`, async (request, reply) => {
      const id = await setOne(deps, request, formText(formOf(request), field) === '1' ? on : off)
      const isOn = formText(formOf(request), field) === '1'
      const undo = { path: `/${path}/${id}`, field, value: isOn ? '0' : '1' }
      return answer(deps, request, reply, { id, message: `done.${isOn ? on : off}`, undo })
    })
  }
  app.post<WithId>('/refetch/:id', async (request, reply) => {
    const id = await setOne(deps, request, 'refetch')
    return answer(deps, request, reply, { id, message: 'done.refetch', undo: { path: '', field: '', value: '' } })
  })
  app.post<WithId>('/delete/:id', (request, reply) => deleteOne(deps, request, reply))
  app.post('/restore', async (request, reply) => {
    const { owner, fields } = checkedForm(deps, request)
    const batch = formText(fields, 'batch')
    if (/^[0-9a-f]{32}$/.test(batch)) await restoreEntries(deps, owner, { batch, requestId: request.id })
    const back = ownPath(formText(fields, 'back'))
    if (wantsStream(request)) return sendStream(reply, takenBack(request, 'done.restore'))
    deps.jar.write(reply, NOTICE_COOKIE, wordsFor(request).t('done.restore'), 60)
    return reply.redirect(back, 303)
  })
}

type OneAction = 'archive' | 'unarchive' | 'star' | 'unstar' | 'refetch'

async function setOne(deps: StateRoutesDeps, request: FastifyRequest<WithId>, kind: OneAction): Promise<EntryId> {
  const { owner } = checkedForm(deps, request)
  const id = entryId(request)
  const loaded = await deps.loadEntries(owner, [id], { hasContent: false })
  if (!loaded.has(id)) throw notFound('entry')
  await changeMany(deps, owner, [id], { action: { kind }, requestId: request.id })
  return id
}

async function deleteOne(deps: StateRoutesDeps, request: FastifyRequest<WithId>, reply: FastifyReply) {
  const { owner } = checkedForm(deps, request)
  const id = entryId(request)
  const batch = trashBatch()
  if ((await trashEntries(deps, owner, [id], batch)).length === 0) throw notFound('entry')
  const undo = { path: '/restore', field: 'batch', value: batch }
  return answer(deps, request, reply, { id, message: 'done.delete', undo })
}

/** With scripts, updates the page in place; otherwise reloads it with a notice on top. */
async function answer(
  deps: StateRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  done: Done,
): Promise<FastifyReply> {
  const back = ownPath(formText(formOf(request), 'back'))
  const isReader = back.startsWith('/view/')
  if (wantsStream(request) && !isReader) {
    const isUndo = formText(formOf(request), 'undo') === '1'
    return sendStream(reply, isUndo ? takenBack(request, done.message) : await partsOf(deps, request, done, back))
  }
  if (done.message !== 'done.delete') return reply.redirect(back, 303)
  deps.jar.write(reply, NOTICE_COOKIE, wordsFor(request).t(done.message), 60)
  deps.jar.write(reply, UNDO_COOKIE, done.undo.value, 60)
  return reply.redirect(isReader ? '/' : back, 303)
}

/** The server does not know the card's former position, so the page refreshes itself in place. */
const takenBack = (request: FastifyRequest, message: MessageKey): Html[] => [
  refreshPart(),
  toastPart(wordsFor(request).t(message)),
]

async function partsOf(
  deps: StateRoutesDeps,
  request: FastifyRequest,
  { id, message, undo }: Done,
  back: string,
): Promise<Html[]> {
  const { user, csrfToken } = sessionOf(request)
  const words = wordsFor(request)
  const [card] = await loadCards(deps, user.id, [id])
  const belongs = card !== undefined && isInList(card, back)
  const undoForm = html`<form action="${undo.path}" method="post"><input type="hidden" name="token" value="${csrfToken}" /><input type="hidden" name="back" value="${back}" /><input type="hidden" name="undo" value="1" /><button name="${undo.field}" value="${undo.value}" data-action-name="undo">${words.t('action.undo')}</button></form>`
  return [
    belongs
      ? streamPart('replace', `entry-${id}`, entryCard(card, { words, csrfToken, back }))
      : streamPart('remove', `entry-${id}`),
    toastPart(words.t(message), undo.path !== '' && undoForm),
    ...(await countParts(deps, user.id, words)),
  ]
}

function isInList({ isArchived, isStarred }: { isArchived: boolean; isStarred: boolean }, back: string): boolean {
  if (back === '/' || /^\/(?:unread|reading)\//.test(back)) return !isArchived
  if (back.startsWith('/archive/')) return isArchived
  return back.startsWith('/starred/') ? isStarred : true
}

function entryId({ params }: FastifyRequest<WithId>): EntryId {
  if (!/^[1-9]\d{0,14}$/.test(params.id)) throw notFound('entry')
  return Number(params.id) as EntryId
}
