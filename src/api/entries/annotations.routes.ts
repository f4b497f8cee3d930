import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  MAX_PATH,
  MAX_QUOTE,
  MAX_RANGES,
  MAX_TEXT,
  parseAnnotation,
  parseAnnotationText,
  type AnnotationRange,
} from '../../annotations/annotation.ts'
import {
  type AnnotationDeps,
  changeAnnotation,
  deleteAnnotation,
  addAnnotation,
} from '../../annotations/change-annotations.ts'
import { MAX_ANNOTATION_TAGS, parseAnnotationTags } from '../../annotations/annotation-tags.ts'
import { MAX_LABEL } from '../../tags/tag.ts'
import { requireLoadedEntry } from '../../entries/listing/load-entry.ts'
import type { LoadEntries } from '../../entries/listing/load-entries.ts'
import type { AnnotationId, EntryId } from '../../kernel/branded-ids.ts'
import { AppError } from '../../kernel/errors.ts'
import { NO_FIELDS, type FormFields } from '../../kernel/form-body.ts'
import { ANNOTATION, ERROR, OAUTH_ERROR } from '../reference/entry-schemas.ts'
import { idOf } from '../wire/path-ids.ts'
import { fieldsOf, viewerOf } from '../wire/request-context.ts'
import { sendJson } from '../wire/send-json.ts'
import type { EntryAnnotation } from '../../entries/entry.ts'
import { wireDate } from '../wire/wire-date.ts'
import type { EntryOwner } from './entry.presenter.ts'

export interface AnnotationsRoutesDeps extends AnnotationDeps {
  readonly loadEntries: LoadEntries
}

const common = { tags: ['Annotations'], security: [{ bearer: [] }] }

const failures = { 401: OAUTH_ERROR, 404: ERROR } as const

const ofEntry = idParameter('id of the entry')

const ofAnnotation = idParameter('id of the annotation')

const text = { type: 'string', maxLength: MAX_TEXT, description: 'the note; may be empty' } as const

const tags = {
  type: 'array',
  maxItems: MAX_ANNOTATION_TAGS,
  items: { type: 'string', maxLength: MAX_LABEL },
  description:
    'tags of the annotation; absent to leave them as they are. Responses contain them in `GET /api/sync` only.',
} as const

const path = {
  type: ['string', 'null'],
  maxLength: MAX_PATH,
  description: 'XPath of the element, such as `/p[2]`; empty for the whole article',
} as const
const offset = {
  description: 'offset in characters in the text of the element',
  anyOf: [{ type: 'integer', minimum: 0 }, { type: 'string' }],
} as const

const RANGE = {
  type: 'object',
  additionalProperties: false,
  properties: { start: path, startOffset: offset, end: path, endOffset: offset },
} as const

/**
 * Adds the routes for annotations (wallabag contract section 7). They read JSON bodies only and ignore the fields of
 * forms.
 */
export function addAnnotationsRoutes(app: FastifyInstance, deps: AnnotationsRoutesDeps): void {
  app.get('/annotations/:id', { schema: LIST_SCHEMA }, (request, reply) => listRoute(deps, request, reply))
  app.post('/annotations/:id', { schema: ADD_SCHEMA }, (request, reply) => addRoute(deps, request, reply))
  app.put('/annotations/:id', { schema: CHANGE_SCHEMA }, async (request, reply) => {
    const viewer = viewerOf(request)
    const note = parseAnnotationText(jsonFields(request).get('text'))
    const { annotation } = await changeAnnotation(deps, viewer.id, idOf(request, 'annotation') as AnnotationId, {
      text: note,
      ...givenTags(jsonFields(request)),
    })
    return sendJson(reply, presentAnnotation(annotation, viewer))
  })
  app.delete('/annotations/:id', { schema: DELETE_SCHEMA }, async (request, reply) => {
    const viewer = viewerOf(request)
    const annotation = await deleteAnnotation(deps, viewer.id, idOf(request, 'annotation') as AnnotationId)
    return sendJson(reply, presentAnnotation(annotation, viewer, false))
  })
}

function idParameter(description: string) {
  return { type: 'object', required: ['id'], properties: { id: { type: 'integer', minimum: 1, description } } } as const
}

const LIST_SCHEMA = {
  ...common,
  summary: 'List the annotations of an entry',
  params: ofEntry,
  response: {
    200: {
      type: 'object',
      properties: { total: { type: 'integer' }, rows: { type: 'array', items: ANNOTATION } },
    },
    ...failures,
  },
}

async function listRoute({ loadEntries }: AnnotationsRoutesDeps, request: FastifyRequest, reply: FastifyReply) {
  const viewer = viewerOf(request)
  const id = idOf(request, 'entry') as EntryId
  const loaded = await requireLoadedEntry(loadEntries, viewer.id, id, { hasContent: false })
  const rows = loaded.annotations.map((annotation) => presentAnnotation(annotation, viewer))
  return sendJson(reply, { total: rows.length, rows })
}

const ADD_SCHEMA = {
  ...common,
  summary: 'Annotate an entry',
  params: ofEntry,
  body: {
    type: 'object',
    properties: {
      text,
      quote: { type: 'string', maxLength: MAX_QUOTE, description: 'the annotated text' },
      ranges: { type: 'array', maxItems: MAX_RANGES, items: RANGE, description: 'positions of the annotated text' },
      tags,
    },
  },
  response: { 200: ANNOTATION, 400: { type: 'object', description: 'an empty object' }, ...failures },
}

async function addRoute(deps: AnnotationsRoutesDeps, request: FastifyRequest, reply: FastifyReply) {
  const viewer = viewerOf(request)
  const id = idOf(request, 'entry') as EntryId
  const fields = jsonFields(request)
  try {
    const given = { text: fields.get('text'), quote: fields.get('quote'), ranges: fields.get('ranges') }
    const input = { ...parseAnnotation(given), ...givenTags(fields) }
    const annotation = await addAnnotation(deps, viewer.id, id, input)
    return sendJson(reply, presentAnnotation(annotation, viewer))
  } catch (error) {
    // A client recognizes a rejected annotation by an empty object in the response (wallabag contract 0.6).
    if (error instanceof AppError && error.details['field'] === 'annotation') return sendJson(reply.code(400), {})
    throw error
  }
}

const CHANGE_SCHEMA = {
  ...common,
  summary: 'Change the note of an annotation',
  params: ofAnnotation,
  body: { type: 'object', properties: { text, tags } },
  response: { 200: ANNOTATION, 400: ERROR, ...failures },
}

const DELETE_SCHEMA = {
  ...common,
  summary: 'Delete an annotation',
  description: 'Returns the deleted annotation without its id.',
  params: ofAnnotation,
  response: { 200: ANNOTATION, ...failures },
}

/** @returns the tags of a body; nothing if it has none, so that they stay as they are */
function givenTags(fields: FormFields): { readonly tags?: readonly string[] } {
  return fields.has('tags') ? { tags: parseAnnotationTags(fields.get('tags')) } : {}
}

function jsonFields(request: FastifyRequest): FormFields {
  return /\bjson\b/i.test(request.headers['content-type'] ?? '') ? fieldsOf(request) : NO_FIELDS
}

/**
 * @returns an annotation in the format of `/api/annotations`, which omits members without a value. In annotations
 *   inside entries, such members are null (wallabag contract 3.4).
 */
function presentAnnotation(annotation: EntryAnnotation, owner: EntryOwner, hasId = true) {
  return {
    ...(owner.name !== null && { user: owner.name }),
    annotator_schema_version: 'v1.0',
    ...(hasId && { id: annotation.id }),
    text: annotation.text,
    created_at: wireDate(annotation.createdAt),
    updated_at: wireDate(annotation.updatedAt),
    quote: annotation.quote,
    ranges: (JSON.parse(annotation.ranges) as AnnotationRange[]).map(presentRange),
  }
}

function presentRange({ start, startOffset, end, endOffset }: AnnotationRange) {
  return { ...(start !== null && { start }), startOffset, ...(end !== null && { end }), endOffset }
}
