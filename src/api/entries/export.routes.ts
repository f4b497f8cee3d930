import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendExport } from '../../exports/send-export.ts'
import type { ExportEntryDeps } from '../../exports/export-entries.ts'
import { EXPORT_FORMATS, isFormatName } from '../../exports/export-format.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { callerOf } from '../../security-events/caller.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import { ERROR, OAUTH_ERROR } from '../reference/entry-schemas.ts'
import { entryIdOf } from '../wire/path-ids.ts'
import { viewerOf } from '../wire/request-context.ts'
import { exportEntry, exportList } from '../../exports/export-entries.ts'
import { listForExport, type ListForExportDeps } from '../../exports/list-for-export.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import { queryText, type Query } from '../wire/query-values.ts'

export type ExportRoutesDeps = ExportEntryDeps &
  ListForExportDeps &
  SecurityEventsUser & { readonly searchesPerUser: Throttle }

const entry = { type: 'integer', description: 'id of the entry' } as const
const format = {
  type: 'string',
  enum: Object.keys(EXPORT_FORMATS),
  description: 'format of the file; JSON by default',
} as const

/** Schema of the exported file in the format JSON. */
const ENTRIES = { type: 'array', items: { type: 'object', description: 'the entry' } } as const

const file = {
  description: 'the file as an attachment, named after the title',
  content: Object.fromEntries(
    Object.entries(EXPORT_FORMATS).map(([name, { mediaType, isBinary }]) => [
      mediaType,
      { schema: name === 'json' ? ENTRIES : { type: 'string', ...(isBinary && { format: 'binary' }) } },
    ]),
  ),
}

const common = {
  summary: 'Export an entry as a file',
  description: "EPUB and PDF files contain the server's copies of the images.",
  tags: ['Entries'],
  security: [{ bearer: [] }],
  response: { 200: file, 400: ERROR, 401: OAUTH_ERROR, 404: ERROR, 413: ERROR, 503: ERROR },
}

const PLAIN = { ...common, params: { type: 'object', required: ['entry'], properties: { entry } } }
const NAMED = { ...common, params: { type: 'object', required: ['entry', 'format'], properties: { entry, format } } }

const LIST = {
  ...common,
  summary: 'Export entries as a file',
  description: 'The entries that match a query, or all entries, newest first; at most 20,000.',
  querystring: {
    type: 'object',
    properties: {
      q: { type: 'string', description: 'query in the language of docs/query.md; all entries if absent' },
      format: { ...format, default: 'json' },
    },
  },
  response: { ...common.response, 429: ERROR },
}

/**
 * Adds the routes that export a single entry (wallabag contract, section 8) or all entries that match a query. A
 * separate thread writes the files; the first export starts it.
 */
export function addExportRoutes(app: FastifyInstance, deps: ExportRoutesDeps): void {
  app.get('/export', { schema: LIST }, (request, reply) => sendList(deps, request, reply))
  app.get('/entries/:entry/export', { schema: PLAIN }, (request, reply) => sendEntry(deps, request, reply, 'json'))
  app.get<{ Params: { readonly format: string } }>(
    '/entries/:entry/export.:format',
    { schema: NAMED },
    (request, reply) => sendEntry(deps, request, reply, request.params.format),
  )
}

async function sendList(deps: ExportRoutesDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const [viewer, caller] = [viewerOf(request), callerOf(request)]
  const query = request.query as Query
  const name = queryText(query, 'format') || 'json'
  if (!isFormatName(name))
    throw new AppError('invalid_input', `"format" is one of: ${Object.keys(EXPORT_FORMATS).join(', ')}`)
  const term = queryText(query, 'q') ?? ''
  await deps.searchesPerUser.take(String(viewer.id))
  const list = await listForExport(deps, viewer, term === '' ? { kind: 'all' } : { kind: 'search', term })
  const file = await exportList(deps, viewer.id, list, name)
  return sendExport(deps, reply, { caller, owner: viewer.id, format: name }, file)
}

async function sendEntry(
  deps: ExportRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  ending: string,
): Promise<FastifyReply> {
  const [{ id: owner }, caller] = [viewerOf(request), callerOf(request)]
  const id = entryIdOf(request)
  const name = ending.toLowerCase()
  if (!isFormatName(name)) throw notFound('format')
  return sendExport(deps, reply, { caller, owner, format: name }, await exportEntry(deps, owner, { id }, name))
}
