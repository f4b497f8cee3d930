import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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
import type { ListLabels } from '../../tags/list-labels.ts'
import { allAnnotationLister } from '../../annotations/list-all-annotations.ts'
import { annotationLister } from '../../annotations/list-annotations.ts'
import type { LoadedEntry, LoadEntries } from '../../entries/listing/load-entries.ts'
import type { AnnotationId, EntryId, UserId } from '../../kernel/branded-ids.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import type { FormFields } from '../../kernel/form-body.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { entryIdOf, type WithId } from '../reader/entry-id.ts'
import { sendStream, wantsStream } from '../layout/turbo-stream.ts'
import { formText, pageFrame, sendPage, sessionOf, localizationFor, type WebContext } from '../web-context.ts'
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

export interface AnnotationPagesDeps extends WebContext, AnnotationDeps {
  readonly loadEntries: LoadEntries
  readonly listLabels: ListLabels
}

const PER_PAGE = 30

interface Change {
  readonly owner: UserId
  readonly csrfToken: string
  readonly fields: FormFields
}

/** Adds the routes that change annotations on the reading page, and the page that lists all annotations. */
export function addAnnotationPages(app: FastifyInstance, deps: AnnotationPagesDeps): void {
  addListPage(app, deps)
  app.post<WithId>('/view/:id/annotations', async (request, reply) => {
    const change = changeOf(deps, request)
    const entryId = entryIdOf(request)
    const loaded = await loadOrRefuse(deps, change.owner, entryId)
    const input = coloredPassage(loaded, change.fields)
    const { annotation, isNew } = await addAnnotationOnce(deps, change.owner, entryId, input)
    const anchor = `annotation-${annotation.id}`
    if (!isNew) return respondToChange(deps, { request, reply, entryId, anchor })
    const action = await recordAnnotation(deps, change.owner, { kind: 'highlight', annotation })
    const done = annotation.text === '' ? 'highlighted' : 'noteSaved'
    return respondToChange(deps, { request, reply, entryId, anchor, action, done })
  })
  app.post<WithId>('/annotations/:id/note', async (request, reply) => {
    const { owner, fields } = changeOf(deps, request)
    const note = parseAnnotationText(formText(fields, 'text').trim())
    const color = parseColor(formText(fields, 'color'))
    const change = { text: note, ...(color && { color }) }
    const { annotation, before } = await changeAnnotation(deps, owner, annotationIdOf(request), change)
    const action = await recordAnnotation(deps, owner, { kind: 'note', annotation, before })
    const { entryId, id } = annotation
    return respondToChange(deps, { request, reply, entryId, anchor: `note-${id}`, action, done: 'noteSaved' })
  })
  app.post<WithId>('/annotations/:id/passage', async (request, reply) => {
    const { owner, fields } = changeOf(deps, request)
    const id = annotationIdOf(request)
    const loaded = await loadOrRefuse(deps, owner, await findAnnotatedEntry(deps, owner, id))
    const { annotation, before } = await moveAnnotation(deps, owner, id, selectedPassage(loaded, fields))
    const action = await recordAnnotation(deps, owner, { kind: 'passage', annotation, before })
    const { entryId } = annotation
    return respondToChange(deps, { request, reply, entryId, anchor: `annotation-${id}`, action, done: 'moved' })
  })
  app.post<WithId>('/annotations/:id/delete', async (request, reply) => {
    const { owner } = changeOf(deps, request)
    const annotation = await deleteAnnotation(deps, owner, annotationIdOf(request))
    const action = await recordAnnotation(deps, owner, { kind: 'unhighlight', annotation })
    const { entryId } = annotation
    return respondToChange(deps, { request, reply, entryId, anchor: 'annotations', action, done: 'deleted' })
  })
}

interface ListRequest {
  Querystring: Readonly<Record<string, unknown>>
  Params: { readonly page?: string; readonly format?: string }
}

function addListPage(app: FastifyInstance, deps: AnnotationPagesDeps): void {
  const list = annotationLister(deps)
  const listAll = allAnnotationLister(deps)
  const show = async (request: FastifyRequest<ListRequest>, reply: FastifyReply, number: number) => {
    const { user } = sessionOf(request)
    const filter = parseAnnotationFilter(request.query)
    const { total, annotations } = await list(user.id, filter, { number, perPage: PER_PAGE })
    const pages = Math.max(1, Math.ceil(total / PER_PAGE))
    if (number > pages) throw notFound('page')
    const frame = pageFrame(deps, request, reply)
    const tags = await deps.listLabels(user.id)
    return sendPage(reply, annotationsPage({ frame, filter, tags, annotations, total, page: number, pages }))
  }
  app.get<ListRequest>('/annotations', (request, reply) => show(request, reply, 1))
  app.get<ListRequest>('/annotations/list/:page', (request, reply) => {
    if (!/^[1-9]\d{0,6}$/.test(request.params.page ?? '')) throw notFound('page')
    return show(request, reply, Number(request.params.page))
  })
  app.get<ListRequest>('/annotations/export/:format', async (request, reply) => {
    const { format } = request.params
    if (!isAnnotationFormat(format)) throw notFound('page')
    const filter = parseAnnotationFilter(request.query)
    const annotations = await listAll(sessionOf(request).user.id, filter, MAX_EXPORTED)
    const { mediaType, fileName } = ANNOTATION_FORMATS[format]
    return reply
      .headers({ 'content-type': mediaType, 'content-disposition': `attachment; filename="${fileName}"` })
      .header('cache-control', 'no-store, private')
      .send(await annotationFile(format, annotations, deps.baseUrl))
  })
}

function changeOf(deps: AnnotationPagesDeps, request: FastifyRequest): Change {
  const { owner, session, fields } = checkedForm(deps, request)
  return { owner, csrfToken: session.csrfToken, fields }
}

function annotationIdOf({ params }: FastifyRequest<WithId>): AnnotationId {
  if (!/^[1-9]\d{0,14}$/.test(params.id)) throw notFound('annotation')
  return Number(params.id) as AnnotationId
}

/**
 * @returns the selected passage with its note and colour
 * @throws AppError `invalid_input` if the words are not in the article, or the note is invalid
 */
function coloredPassage(loaded: LoadedEntry, fields: FormFields): ColoredInput {
  const passage = selectedPassage(loaded, fields)
  const color = parseColor(formText(fields, 'color'))
  return { ...passage, text: parseAnnotationText(formText(fields, 'text').trim()), ...(color && { color }) }
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
  readonly request: FastifyRequest
  readonly reply: FastifyReply
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
async function respondToChange(deps: AnnotationPagesDeps, response: ChangeResponse): Promise<FastifyReply> {
  const { request, reply, entryId, anchor, action, done: change } = response
  if (!wantsStream(request)) return reply.redirect(`/view/${entryId}#${anchor}`, 303)
  const { user, csrfToken } = sessionOf(request)
  const loaded = await loadOrRefuse(deps, user.id, entryId)
  const { t } = localizationFor(request)
  const text = change && t(`annotations.done.${change}`)
  return sendStream(reply, annotationParts(loaded, { csrfToken, t, action, text }))
}

async function loadOrRefuse({ loadEntries }: AnnotationPagesDeps, owner: UserId, id: EntryId): Promise<LoadedEntry> {
  const loaded = (await loadEntries(owner, [id], { hasContent: true })).get(id)
  if (!loaded) throw notFound('entry')
  return loaded
}
