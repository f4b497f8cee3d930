import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { IMPORT_FORMATS, parseFormatName, type FormatChoice } from '../../imports/import-formats.ts'
import type { ImportOptions } from '../../imports/import.ts'
import { MAX_FILE_BYTES } from '../../imports/import-limits.ts'
import {
  type ReceivedFile,
  type StartImportDeps,
  cancelImport,
  startImport,
  receiveFile,
} from '../../imports/start-import.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { callerOf } from '../../security-events/caller.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import { parseTagLabels } from '../../tags/tag.ts'
import { ERROR, OAUTH_ERROR } from '../reference/entry-schemas.ts'
import { wireImport, wireUnplaced, IMPORT, IMPORT_WITH_ERRORS, UNPLACED } from './import.presenter.ts'
import { idOf } from '../wire/path-ids.ts'
import { queryFlag, queryText, type Query } from '../wire/query-values.ts'
import { fieldsOf, viewerOf } from '../wire/request-context.ts'
import { sendJson } from '../wire/send-json.ts'
import { assignHighlights } from '../../imports/highlights/assign-highlights.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { parseId } from '../../kernel/parse-id.ts'
import { listImports, findImport, listImportErrors } from '../../imports/import.repository.ts'
import { deleteUnplaced, listUnplaced, MAX_UNPLACED } from '../../imports/highlights/unplaced-annotation.repository.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'
import { receiveForm } from '../../imports/receive-form.ts'

export type ImportRoutesDeps = StartImportDeps & SecurityEventsUser

const UNPLACED_PER_PAGE = 100
const flag = (description: string) => ({ type: 'integer', enum: [0, 1], description }) as const
const common = { tags: ['Imports'], security: [{ bearer: [] }] }
const PARAM = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer', description: 'id of the import' } },
} as const
const SCHEMAS = {
  start: {
    ...common,
    summary: 'Import a file from another service',
    description:
      'The file is the body, or the only file of a form. It may have up to 100 MB and 100,000 rows. A background job ' +
      'imports it; request the import to see its progress. Entries whose address is already saved do not change.',
    consumes: ['application/octet-stream', 'application/json', 'text/csv', 'text/html', 'multipart/form-data'],
    querystring: {
      type: 'object',
      properties: {
        format: {
          type: 'string',
          enum: ['auto', ...Object.keys(IMPORT_FORMATS)],
          description: 'format of the file; `auto` by default',
        },
        mark_as_read: flag('1 archives all imported entries'),
        fetch: flag('with 0, pages whose text is not in the file are not fetched'),
        tags: { type: 'string', description: 'labels to add to every new entry, separated by commas' },
        file_name: { type: 'string', description: 'name shown in the list; only used if the file is the body' },
      },
    },
    body: { type: 'string', format: 'binary', description: 'the file' },
    response: { 201: IMPORT, 400: ERROR, 401: OAUTH_ERROR, 408: ERROR, 413: ERROR, 429: ERROR, 503: ERROR },
  },
  koreader: {
    ...common,
    summary: 'Import highlights of KOReader',
    description:
      'The body is the JSON of KOReader’s exporter: a document with `title`, `author`, `file` and `entries`, or an object ' +
      'with `documents`. The same as `POST /imports?format=koreader`: a background job adds the highlights to the entries ' +
      'that the documents match. Those without an entry are kept (`GET /imports/unplaced`). Importing them again adds nothing.',
    consumes: ['application/json'],
    querystring: {
      type: 'object',
      properties: { file_name: { type: 'string', description: 'name shown in the list' } },
    },
    body: { type: 'string', format: 'binary', description: 'the file' },
    response: { 201: IMPORT, 400: ERROR, 401: OAUTH_ERROR, 408: ERROR, 413: ERROR, 429: ERROR, 503: ERROR },
  },
  unplaced: {
    ...common,
    summary: 'List imported highlights without an entry',
    description:
      'The highlights of documents that match no entry, or several, those of a document together, 100 on a page.',
    querystring: {
      type: 'object',
      properties: { page: { type: 'integer', description: 'from 1; a page after the last one is empty' } },
    },
    response: { 200: { type: 'array', items: UNPLACED }, 401: OAUTH_ERROR },
  },
  deleteUnplaced: {
    ...common,
    summary: 'Delete an imported highlight without an entry',
    params: PARAM,
    response: { 200: UNPLACED, 401: OAUTH_ERROR, 404: ERROR },
  },
  assign: {
    ...common,
    summary: 'Assign imported highlights to an entry',
    description:
      'Moves all highlights of the same document to the entry, where a highlight marks its words if the text contains ' +
      'them. Later imports of the document add to the same entry.',
    params: PARAM,
    body: {
      type: 'object',
      required: ['entry'],
      properties: { entry: { type: 'integer', description: 'id of the entry' } },
    },
    response: {
      200: { type: 'object', properties: { entry: { type: 'integer' } } },
      400: ERROR,
      401: OAUTH_ERROR,
      404: ERROR,
    },
  },
  list: {
    ...common,
    summary: 'List imports',
    description: 'The running imports and the last fifty, newest first.',
    response: { 200: { type: 'array', items: IMPORT }, 401: OAUTH_ERROR },
  },
  get: {
    ...common,
    summary: 'Read an import',
    description: 'The progress, and up to a thousand failed, skipped or merged rows.',
    params: PARAM,
    response: { 200: IMPORT_WITH_ERRORS, 401: OAUTH_ERROR, 404: ERROR },
  },
  cancel: {
    ...common,
    summary: 'Cancel an import',
    description: 'Entries that were already imported stay. An import that has ended does not change.',
    params: PARAM,
    response: { 200: IMPORT, 401: OAUTH_ERROR, 404: ERROR },
  },
} as const

/** Adds the routes for the viewer's imports. They are not part of wallabag's API. */
export async function addImportRoutes(app: FastifyInstance, deps: ImportRoutesDeps): Promise<void> {
  await app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers()
    // Passes the body on without parsing it, because the handler reads it as a stream.
    uploads.addContentTypeParser('*', (_request, body, done) => done(null, body))
    uploads.post<Upload>(
      '/imports',
      { schema: SCHEMAS.start, config: { isUpload: true, scope: 'save' } },
      (request, reply) => start(deps, request, reply, formatOf(queryText(request.query, 'format'))),
    )
    uploads.post<Upload>(
      '/import/koreader-highlights',
      { schema: SCHEMAS.koreader, config: { isUpload: true, scope: 'save' } },
      (request, reply) => start(deps, request, reply, 'koreader'),
    )
  })
  app.get('/imports/unplaced', { schema: SCHEMAS.unplaced }, async (request, reply) => {
    const number = Number(queryText(request.query as Query, 'page') ?? 1)
    const page = Number.isSafeInteger(number) && number >= 1 && number <= MAX_UNPLACED ? number : 1
    const list = await deps.database.read((db) =>
      listUnplaced(db, viewerOf(request).id, { offset: (page - 1) * UNPLACED_PER_PAGE, limit: UNPLACED_PER_PAGE }),
    )
    return sendJson(reply, list.map(wireUnplaced))
  })
  app.delete('/imports/unplaced/:id', { schema: SCHEMAS.deleteUnplaced }, async (request, reply) => {
    const [owner, id] = [viewerOf(request).id, idOf(request, 'annotation')]
    const change = { isWhole: false, now: deps.clock.now().toISOString() }
    const deleted = await ownerTransaction(deps.database, owner, (tx) => deleteUnplaced(tx, owner, id, change))
    return sendJson(reply, wireUnplaced(deleted))
  })
  app.post('/imports/unplaced/:id/assign', { schema: SCHEMAS.assign }, async (request, reply) => {
    const given = fieldsOf(request).get('entry')
    const entry = parseId<EntryId>(typeof given === 'number' ? String(given) : given)
    if (entry === undefined) throw new AppError('invalid_input', '"entry" must be the id of an entry')
    await assignHighlights(deps, viewerOf(request).id, idOf(request, 'annotation'), entry)
    return sendJson(reply, { entry })
  })
  app.get('/imports', { schema: SCHEMAS.list }, async (request, reply) => {
    const jobs = await deps.database.read((db) => listImports(db, viewerOf(request).id))
    return sendJson(reply, jobs.map(wireImport))
  })
  app.get('/imports/:id', { schema: SCHEMAS.get }, (request, reply) => report(deps, request, reply))
  app.delete('/imports/:id', { schema: SCHEMAS.cancel }, async (request, reply) => {
    return sendJson(reply, wireImport(await cancelImport(deps, viewerOf(request).id, idOf(request, 'import'))))
  })
}

interface Upload {
  readonly Querystring: Query
  readonly Body: AsyncIterable<Uint8Array> | undefined
}

async function start(
  deps: ImportRoutesDeps,
  request: FastifyRequest<Upload>,
  reply: FastifyReply,
  format: FormatChoice,
): Promise<FastifyReply> {
  const [{ id: userId }, caller] = [viewerOf(request), callerOf(request)]
  const order = { format, options: optionsOf(request.query) }
  const job = await startImport(deps, userId, await receive(deps, request), order)
  await deps.securityEvents.record(caller, { kind: 'import', userId })
  return sendJson(reply.code(201), wireImport(job))
}

async function receive(deps: ImportRoutesDeps, request: FastifyRequest<Upload>): Promise<ReceivedFile> {
  const { body, headers, query } = request
  if (Number(headers['content-length'] ?? 0) > MAX_FILE_BYTES + 1024 * 1024) {
    throw new AppError('too_large', 'a file to import has at most 100 MB')
  }
  if (!body) throw new AppError('invalid_input', 'the file is empty')
  const owner = viewerOf(request).id
  const type = headers['content-type'] ?? ''
  if (/^multipart\/form-data\b/i.test(type)) {
    return (await receiveForm(deps, owner, body, type)).file
  }
  return receiveFile(deps, owner, queryText(query, 'file_name') ?? '', body)
}

async function report(deps: ImportRoutesDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const [owner, id] = [viewerOf(request).id, idOf(request, 'import')]
  const job = await deps.database.read((db) => findImport(db, owner, id))
  if (!job || job.state === 'receiving') throw notFound('import')
  const errors = await deps.database.read((db) => listImportErrors(db, owner, id))
  return sendJson(reply, { ...wireImport(job), errors })
}

function formatOf(name: string | undefined): FormatChoice {
  const format = parseFormatName(name ?? 'auto')
  if (format === undefined) {
    throw new AppError('invalid_input', `format must be auto or one of ${Object.keys(IMPORT_FORMATS).join(', ')}`)
  }
  return format
}

function optionsOf(query: Query): ImportOptions {
  return {
    isAllRead: queryFlag(query, 'mark_as_read') ?? false,
    isFetching: queryFlag(query, 'fetch') ?? true,
    tags: parseTagLabels(queryText(query, 'tags')),
  }
}
