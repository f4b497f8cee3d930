import { requireId, requirePageNumber } from '../../kernel/parse-id.ts'
import { MAX_QUOTE, parseAnnotation, parseAnnotationText } from '../../annotations/annotation.ts'
import type { AnnotationDeps } from '../../annotations/change-annotations.ts'
import { parseColor } from '../../annotations/annotation-color.ts'
import type { ColoredInput, Passage } from '../../annotations/annotation.repository.ts'
import { parseAnnotationFilter } from '../../annotations/annotation-filter.ts'
import {
  ANNOTATION_FORMATS,
  annotationFile,
  isAnnotationFormat,
  MAX_EXPORTED,
} from '../../exports/annotations/annotation-file.ts'
import { parseAnnotationTags } from '../../annotations/annotation-tags.ts'
import type { ListLabels } from '../../tags/list-labels.ts'
import type { ListAllAnnotations } from '../../annotations/list-all-annotations.ts'
import type { ListAnnotations } from '../../annotations/list-annotations.ts'
import type { LoadedEntry, LoadEntries } from '../../entries/listing/load-entries.ts'
import type { AnnotationId, EntryId, UserId } from '../../kernel/branded-ids.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import type { FormFields } from '../../kernel/form-body.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { entryIdOf, type WithId } from '../reader/entry-id.ts'
import { wantsStream } from '../layout/turbo-stream.ts'
import { formText, frameFor, sessionOf, localizationFor, type WebContext } from '../web-context.ts'
import {
  addAnnotationOnce,
  changeAnnotation,
  deleteAnnotation,
  findAnnotatedEntry,
  moveAnnotation,
} from '../../annotations/change-annotations.ts'
import { annotationsPage } from './annotations.page.ts'
import { textToRead } from '../reader/article/build-article-view.ts'
import { quoteOf, findSelectedSpan } from '../../annotations/locate-annotations.ts'
import { rangeOf } from '../../annotations/convert-ranges.ts'
import { recordAnnotation } from '../../annotations/annotation-history.ts'
import { annotationParts } from './annotation-turbo-streams.ts'
import type { WebRequest } from '../web-request.ts'
import { fileResponse, pageResponse, streamResponse, redirectTo, type WebResponse } from '../web-response.ts'
import type { WebRoutes } from '../web-routes.ts'

export interface AnnotationPagesDeps extends WebContext, AnnotationDeps {
  readonly loadEntries: LoadEntries
  readonly listLabels: ListLabels
  readonly listAnnotations: ListAnnotations
  readonly listAllAnnotations: ListAllAnnotations
  /** counts the imported annotations of a user that have no entry; absent offline */
  readonly countUnplaced?: (owner: UserId) => Promise<number>
}

const PER_PAGE = 30

interface Change {
  readonly owner: UserId
  readonly csrfToken: string
  readonly fields: FormFields
}

/** Adds the routes that change annotations on the reading page, and the page that lists all annotations. */
export function addAnnotationPages(routes: WebRoutes, deps: AnnotationPagesDeps): void {
  addListPage(routes, deps)
  routes.post('/view/:id/annotations', async (request) => {
    const change = changeOf(deps, request)
    const entryId = entryIdOf(request)
    const loaded = await loadOrRefuse(deps, change.owner, entryId)
    const input = coloredPassage(loaded, change.fields)
    const { annotation, isNew } = await addAnnotationOnce(deps, change.owner, entryId, input)
    const anchor = `annotation-${annotation.id}`
    if (!isNew) return respondToChange(deps, { request, entryId, anchor })
    const action = await recordAnnotation(deps, change.owner, { kind: 'highlight', annotation })
    const done = annotation.text === '' ? 'highlighted' : 'noteSaved'
    return respondToChange(deps, { request, entryId, anchor, action, done })
  })
  routes.post('/annotations/:id/note', async (request) => {
    const { owner, fields } = changeOf(deps, request)
    const note = parseAnnotationText(formText(fields, 'text').trim())
    const color = parseColor(formText(fields, 'color'))
    const change = { text: note, ...(color && { color }), ...givenTags(fields) }
    const { annotation, before } = await changeAnnotation(deps, owner, annotationIdOf(request), change)
    const { entryId, id } = annotation
    const isSame = JSON.stringify({ ...before, ...change }) === JSON.stringify(before)
    if (isSame) return respondToChange(deps, { request, entryId, anchor: `note-${id}` })
    const action = await recordAnnotation(deps, owner, { kind: 'note', annotation, before })
    return respondToChange(deps, { request, entryId, anchor: `note-${id}`, action, done: 'noteSaved' })
  })
  routes.post('/annotations/:id/passage', async (request) => {
    const { owner, fields } = changeOf(deps, request)
    const id = annotationIdOf(request)
    const loaded = await loadOrRefuse(deps, owner, await findAnnotatedEntry(deps, owner, id))
    const { annotation, before } = await moveAnnotation(deps, owner, id, selectedPassage(loaded, fields))
    const action = await recordAnnotation(deps, owner, { kind: 'passage', annotation, before })
    const { entryId } = annotation
    return respondToChange(deps, { request, entryId, anchor: `annotation-${id}`, action, done: 'moved' })
  })
  routes.post('/annotations/:id/delete', async (request) => {
    const { owner } = changeOf(deps, request)
    const annotation = await deleteAnnotation(deps, owner, annotationIdOf(request))
    const action = await recordAnnotation(deps, owner, { kind: 'unhighlight', annotation })
    const { entryId } = annotation
    return respondToChange(deps, { request, entryId, anchor: 'annotations', action, done: 'deleted' })
  })
}

function addListPage(routes: WebRoutes, deps: AnnotationPagesDeps): void {
  const show = async (request: WebRequest, number: number) => {
    const { user } = sessionOf(request)
    const filter = parseAnnotationFilter(request.query)
    const { total, notes, annotations } = await deps.listAnnotations(user.id, filter, { number, perPage: PER_PAGE })
    const pages = Math.max(1, Math.ceil(total / PER_PAGE))
    if (number > pages) throw notFound('page')
    const frame = frameFor(deps, request)
    const tags = await deps.listLabels(user.id)
    const unplaced = (await deps.countUnplaced?.(user.id)) ?? 0
    return pageResponse(
      annotationsPage({ frame, filter, tags, annotations, total, notes, unplaced, page: number, pages }),
    )
  }
  routes.get('/annotations', (request) => show(request, 1))
  routes.get('/annotations/list/:page', (request) => show(request, requirePageNumber(request.params.page)))
  routes.get('/annotations/export/:format', async (request) => {
    const { format } = request.params
    if (!isAnnotationFormat(format)) throw notFound('page')
    const filter = parseAnnotationFilter(request.query)
    const annotations = await deps.listAllAnnotations(sessionOf(request).user.id, filter, MAX_EXPORTED)
    const { mediaType, fileName } = ANNOTATION_FORMATS[format]
    return fileResponse(await annotationFile(format, annotations, deps.baseUrl), { mediaType, name: fileName })
  })
}

function changeOf(deps: AnnotationPagesDeps, request: WebRequest): Change {
  const { owner, session, fields } = checkedForm(deps, request)
  return { owner, csrfToken: session.csrfToken, fields }
}

function annotationIdOf({ params }: WebRequest<WithId>): AnnotationId {
  return requireId(params.id, 'annotation')
}

/**
 * @returns the selected passage with its note and colour
 * @throws AppError `invalid_input` if the words are not in the article, or the note is invalid
 */
function coloredPassage(loaded: LoadedEntry, fields: FormFields): ColoredInput {
  const passage = selectedPassage(loaded, fields)
  const color = parseColor(formText(fields, 'color'))
  return {
    ...passage,
    text: parseAnnotationText(formText(fields, 'text').trim()),
    ...(color && { color }),
    ...givenTags(fields),
  }
}

/** @returns the tags of a form; nothing if it has no field for them, so that they stay as they are */
function givenTags(fields: FormFields): { readonly tags?: readonly string[] } {
  return fields.has('tags') ? { tags: parseAnnotationTags(formText(fields, 'tags')) } : {}
}

/**
 * @returns the selected passage in the format of the API
 * @throws AppError `invalid_input` if the words are not in the article
 */
function selectedPassage(loaded: LoadedEntry, fields: FormFields): Passage {
  const span = { start: offsetOf(fields, 'start'), end: offsetOf(fields, 'end') }
  const words = formText(fields, 'quote').slice(0, 2 * MAX_QUOTE)
  const settled = findSelectedSpan(textToRead(loaded), span, words)
  if (!settled) throw new AppError('invalid_input', 'these words are not in the article')
  const quote = quoteOf(settled.map, settled.span)
  return parseAnnotation({ text: '', quote, ranges: [rangeOf(settled.map, settled.span)] })
}

function offsetOf(fields: FormFields, name: string): number {
  const text = formText(fields, name)
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}

interface ChangeResponse {
  readonly request: WebRequest
  readonly entryId: EntryId
  /** id of the page element to which browsers without scripts scroll */
  readonly anchor: string
  /** id of the change in the history of actions; absent if nothing changed */
  readonly action?: number
  /** the kind of change, for the message to the user; absent if nothing changed */
  readonly done?: 'highlighted' | 'noteSaved' | 'moved' | 'deleted'
}

/**
 * Sends the new list of annotations. From this list, the script on the page updates the highlights in the text.
 * Browsers without scripts are redirected to the reading page instead.
 */
async function respondToChange(deps: AnnotationPagesDeps, response: ChangeResponse): Promise<WebResponse> {
  const { request, entryId, anchor, action, done: change } = response
  if (!wantsStream(request)) return redirectTo(`/view/${entryId}#${anchor}`, 303)
  const { user, csrfToken } = sessionOf(request)
  const loaded = await loadOrRefuse(deps, user.id, entryId)
  const { t } = localizationFor(request)
  const text = change && t(`annotations.done.${change}`)
  return streamResponse(annotationParts(loaded, { csrfToken, t, action, text }))
}

async function loadOrRefuse({ loadEntries }: AnnotationPagesDeps, owner: UserId, id: EntryId): Promise<LoadedEntry> {
  const loaded = (await loadEntries(owner, [id], { hasContent: true })).get(id)
  if (!loaded) throw notFound('entry')
  return loaded
}
