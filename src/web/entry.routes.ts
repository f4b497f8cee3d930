import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { EntryInput } from '../entries/entry-input.ts'
import type { LoadEntries } from '../entries/load-entries.ts'
import type { PatchEntryDeps } from '../entries/patch-entry.ts'
import type { EntryId } from '../kernel/brand.ts'
import { notFound } from '../kernel/errors.ts'
import { copyLoader } from '../images/load-copies.ts'
import { articleView } from './entry-view.ts'
import { refuseForgery } from './forgery.ts'
import { ownPath } from './own-path.ts'
import { formOf, formText, pageFrame, sendPage, sessionOf, type WebContext } from './web-context.ts'

export interface EntryRoutesDeps extends WebContext, PatchEntryDeps {
  readonly loadEntries: LoadEntries
  /** whether entries can be shared at all */
  readonly isSharing: boolean
}

type WithId = { Params: { readonly id: string } }

/** One entry: reading it, and setting its states. */
export function addEntryRoutes(app: FastifyInstance, deps: EntryRoutesDeps): void {
  const loadCopies = copyLoader(deps.database)
  app.get<WithId>('/view/:id', async (request, reply) => {
    const { user, csrfToken } = sessionOf(request)
    const id = entryId(request)
    const loaded = (await deps.loadEntries(user.id, [id], { hasContent: true })).get(id)
    if (!loaded) throw notFound('entry')
    const view = { ...articleView(loaded), ...(deps.isSharing && { uid: loaded.entry.uid }) }
    const copies = await loadCopies(user.id, id)
    const [{ entryPage }, { showCopies }] = await Promise.all([
      import('./entry.page.ts'),
      import('../images/show-copies.ts'),
    ])
    const frame = pageFrame(deps, request, reply)
    return sendPage(
      reply,
      entryPage({ frame, csrfToken, ...view, sanitizedContent: showCopies(view.sanitizedContent, copies) }),
    )
  })
  addState(app, deps, 'archive', (value) => ({ isArchived: value('archived') }))
  addState(app, deps, 'star', (value) => ({ isStarred: value('starred') }))
  app.post<WithId>('/delete/:id', async (request, reply) => {
    const session = sessionOf(request)
    const fields = formOf(request)
    refuseForgery(deps, request, session, { fields, field: 'token' })
    const { deleteEntry } = await import('../entries/delete-entry.ts')
    await deleteEntry(deps, session.user.id, entryId(request))
    const back = ownPath(formText(fields, 'back'))
    return reply.redirect(back.startsWith('/view/') ? '/' : back, 303)
  })
}

/** A form sets a state; it never turns one over, so that sending it twice is the same as once. */
function addState(
  app: FastifyInstance,
  deps: EntryRoutesDeps,
  path: string,
  input: (value: (name: string) => boolean) => EntryInput,
): void {
  app.post<WithId>(`/${path}/:id`, async (request, reply) => {
    const session = sessionOf(request)
    const fields = formOf(request)
    refuseForgery(deps, request, session, { fields, field: 'token' })
    const { patchEntry } = await import('../entries/patch-entry.ts')
    await patchEntry(
      deps,
      session.user.id,
      entryId(request),
      input((name) => formText(fields, name) === '1'),
    )
    return reply.redirect(ownPath(formText(fields, 'back')), 303)
  })
}

function entryId({ params }: FastifyRequest<WithId>): EntryId {
  if (!/^[1-9]\d{0,14}$/.test(params.id)) throw notFound('entry')
  return Number(params.id) as EntryId
}
