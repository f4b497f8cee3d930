import type { LoadedEntry, LoadEntries } from '../../entries/listing/load-entries.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Html } from '../../kernel/html.ts'
import type { Localization } from '../layout/localization.ts'
import type { FormFields } from '../../kernel/form-body.ts'
import { parseTagLabels } from '../../tags/tag.ts'
import type { UserConfig } from '../../users/user-config.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { refreshPart, streamPart, toastPart, wantsStream } from '../layout/turbo-stream.ts'
import { formText, NOTICE_COOKIE, UNDO_COOKIE, localizationFor, type WebContext } from '../web-context.ts'
import { entryIdOf, type WithId } from './entry-id.ts'
import { originHref, originNamed, viewHref } from './entry-origin.ts'
import { stateForms } from './state-forms.ts'
import { headTags, removableTags, tagField } from './tags-panel.ts'
import { undoForm } from '../action-history/undo-form.ts'
import { setEntryNote } from '../../entries/undoable-actions/set-entry-note.ts'
import { type EntryAction, type PerformDeps, performAction } from '../../entries/undoable-actions/perform-action.ts'
import { shownTitle } from '../../entries/shown-title.ts'
import { shortTitle } from '../layout/short-title.ts'
import type { WebRequest } from '../web-request.ts'
import { streamResponse, redirectTo, type WebResponse } from '../web-response.ts'
import type { WebRoutes } from '../web-routes.ts'
import { parseNote } from '../../entries/parse-note.ts'

export interface ReaderStateDeps extends WebContext, PerformDeps {
  readonly loadEntries: LoadEntries
  readonly findConfig: (owner: UserId) => Promise<UserConfig>
}

interface Change {
  readonly owner: UserId
  readonly csrfToken: string
  readonly id: EntryId
  readonly fields: FormFields
}

/**
 * Adds the routes with which the reading page archives and stars an entry, and adds and removes a tag. Forms set a
 * state instead of toggling it, so submitting one twice is harmless.
 */
export function addReaderStateRoutes(routes: WebRoutes, deps: ReaderStateDeps): void {
  routes.post('/view/:id/states', async (request) => setStates(deps, request))
  routes.post('/view/:id/tags', async (request) => setTags(deps, request))
}

function changeOf(deps: ReaderStateDeps, request: WebRequest<WithId>): Change {
  const { owner, session, fields } = checkedForm(deps, request)
  return { owner, csrfToken: session.csrfToken, id: entryIdOf(request), fields }
}

async function setStates(deps: ReaderStateDeps, request: WebRequest<WithId>): Promise<WebResponse> {
  const { owner, csrfToken, id, fields } = changeOf(deps, request)
  const { entry: before } = await find(deps, owner, id)
  const kind = stateOf(fields)
  const performed = kind && (await performAction(deps, owner, [id], { kind }))
  const origin = originNamed(formText(fields, 'list'))
  const { t } = localizationFor(request)
  const done: Done | undefined = kind && {
    text: namedText(t, kind, shownTitle(before)),
    action: performed?.id,
  }
  // The setting `actionMarkAsRead` selects the page that follows archiving (wallabag contract 2.10): 0 stands for the
  // list.
  const isLeaving = kind === 'archive' && (await deps.findConfig(owner)).actionMarkAsRead === 0
  if (isLeaving || !wantsStream(request)) {
    if (isLeaving && done) leaveNotice(request, done)
    return redirectTo(isLeaving ? originHref(origin) : viewHref(id, origin), 303)
  }
  const { entry } = await find(deps, owner, id)
  const view = { id, csrfToken, ...origin, isArchived: entry.isArchived, isStarred: entry.isStarred, t }
  return streamResponse([
    streamPart('replace', 'states-bar', stateForms(view, 'bar')),
    streamPart('replace', 'states-end', stateForms(view, 'end')),
    ...(done ? [undoToast(done, { csrfToken, t, back: viewHref(id, origin) })] : []),
  ])
}

/** The message to the user about a change, and the id of the change in the history of actions. */
interface Done {
  readonly text: string
  readonly action: number | undefined
}

type StateKind = 'archive' | 'unarchive' | 'star' | 'unstar'

function stateOf(fields: FormFields): StateKind | undefined {
  if (fields.has('archived')) return formText(fields, 'archived') === '1' ? 'archive' : 'unarchive'
  if (fields.has('starred')) return formText(fields, 'starred') === '1' ? 'star' : 'unstar'
  return undefined
}

/** @returns what happened to which entry */
function namedText(t: Localization['t'], kind: StateKind | 'tag' | 'untag', title: string): string {
  return t('done.named', { what: t(`done.${kind}`), title: shortTitle(title) })
}

function leaveNotice({ cookies }: Pick<WebRequest, 'cookies'>, { text, action }: Done): void {
  cookies.write(NOTICE_COOKIE, text, 60)
  if (action !== undefined) cookies.write(UNDO_COOKIE, String(action), 60)
}

function undoToast(
  { text, action }: Done,
  { csrfToken, t, back }: { readonly csrfToken: string; readonly t: Localization['t']; readonly back: string },
): Html {
  return toastPart(text, undoForm({ csrfToken, t, action, back }))
}

async function setTags(deps: ReaderStateDeps, request: WebRequest<WithId>): Promise<WebResponse> {
  const { owner, csrfToken, id, fields } = changeOf(deps, request)
  const [added, removed] = [parseTagLabels(fields.get('add')), formText(fields, 'remove')]
  await find(deps, owner, id)
  const change: EntryAction = removed === '' ? { kind: 'tag', labels: added } : { kind: 'untag', labels: [removed] }
  const performed = await performAction(deps, owner, [id], change)
  const origin = originNamed(formText(fields, 'list'))
  if (!wantsStream(request)) return redirectTo(viewHref(id, origin), 303)
  const { tags, entry } = await find(deps, owner, id)
  const { t } = localizationFor(request)
  const view = { id, csrfToken, ...origin, tags: tags.map(({ label }) => label), knownTags: [], t }
  return streamResponse([
    streamPart('replace', 'tags-set', removableTags(view)),
    streamPart('replace', 'head-tags', headTags(view)),
    ...(added.length > 0 ? [streamPart('replace', 'tag-field', tagField(t))] : []),
    undoToast(
      { text: namedText(t, change.kind, shownTitle(entry)), action: performed.id },
      { csrfToken, t, back: viewHref(id, origin) },
    ),
  ])
}

async function find({ loadEntries }: ReaderStateDeps, owner: UserId, id: EntryId): Promise<LoadedEntry> {
  const loaded = (await loadEntries(owner, [id], { hasContent: false })).get(id)
  if (!loaded) throw notFound('entry')
  return loaded
}

/** Adds the route with which the reading page sets or removes the note of an entry. */
export function addEntryNoteRoute(routes: WebRoutes, deps: WebContext & Pick<PerformDeps, 'database' | 'clock'>): void {
  routes.post('/view/:id/note', async (request) => {
    const { owner, session, fields } = checkedForm(deps, request)
    const { csrfToken } = session
    const id = entryIdOf(request)
    const { t } = localizationFor(request)
    const action = await setEntryNote(deps, owner, id, parseNote(formText(fields, 'note')))
    const back = viewHref(id, originNamed(formText(fields, 'list')))
    if (!wantsStream(request)) return redirectTo(back, 303)
    const done = { text: t('annotations.done.noteSaved'), action }
    if (action === undefined) return streamResponse([])
    // A refresh in place keeps the reader at the same paragraph.
    return streamResponse([refreshPart(), undoToast(done, { csrfToken, t, back })])
  })
}
