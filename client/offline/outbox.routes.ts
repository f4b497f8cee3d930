import { checkedForm } from '../../src/web/forms/forgery-checked-form.ts'
import { outboxPage, type OutboxItem } from '../../src/web/outbox/outbox.page.ts'
import {
  formText,
  NOTICE_COOKIE,
  frameFor,
  sessionOf,
  localizationFor,
  type WebContext,
} from '../../src/web/web-context.ts'
import { pageResponse, redirectTo } from '../../src/web/web-response.ts'
import type { WebRoutes } from '../../src/web/web-routes.ts'
import type { Library } from './library.ts'
import type { OutboxRecord } from './operation.ts'
import { flushOutbox } from './sync/flush-outbox.ts'
import { pullChanges } from './sync/pull-changes.ts'
import { discard } from './undo-outbox-action.ts'

/** Adds the page with this browser's pending and failed changes: `/outbox`. */
export function addOutboxRoutes(routes: WebRoutes, deps: WebContext, library: Library): void {
  routes.get('/outbox', async (request) => {
    const { csrfToken } = sessionOf(request)
    const frame = frameFor(deps, request)
    const waiting = waitingRecords(library).map(itemOf)
    const problems = problemsIn(library).map(itemOf)
    return pageResponse(outboxPage({ frame, csrfToken, waiting, problems, now: new Date() }))
  })
  routes.post('/outbox/send', async (request) => {
    checkedForm(deps, request)
    if ((await flushOutbox()) === 'sent') await pullChanges()
    return redirectTo('/outbox', 303)
  })
  routes.post('/outbox/discard', async (request) => {
    const { fields } = checkedForm(deps, request)
    const named = library.outbox.filter(({ seq }) => String(seq) === formText(fields, 'change'))
    await discard(library, named)
    request.cookies.write(NOTICE_COOKIE, localizationFor(request).t('outbox.discarded'), 60)
    return redirectTo('/outbox', 303)
  })
}

/** @returns the unsent changes that the user sees. Reading positions are left out. */
export function waitingRecords({ outbox }: Pick<Library, 'outbox'>): OutboxRecord[] {
  return outbox.filter(({ state, kind }) => state === 'waiting' && kind !== 'progress')
}

/** @returns the changes that the server has applied only in part, or not at all */
export function problemsIn({ outbox }: Pick<Library, 'outbox'>): OutboxRecord[] {
  return outbox.filter(({ state, lost, kind }) => kind !== 'progress' && (state === 'rejected' || lost !== undefined))
}

function itemOf({ seq, kind, title, at, state, lost, reason }: OutboxRecord): OutboxItem {
  const shown = { id: seq, kind: kind as OutboxItem['kind'], title, madeAt: new Date(at) }
  if (lost) return { ...shown, problem: 'lost' }
  if (state !== 'rejected') return shown
  return { ...shown, problem: reason === 'deleted' || reason === 'unknown-entry' ? 'deleted' : 'other' }
}
