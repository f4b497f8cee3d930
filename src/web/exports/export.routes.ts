import { requireId } from '../../kernel/parse-id.ts'
import { type ExportEntryDeps, exportEntry, exportList } from '../../exports/export-entries.ts'
import { exportHeaders, isFormatName, type FormatName } from '../../exports/export-format.ts'
import { type ListCategory, type ListForExportDeps, listForExport } from '../../exports/list-for-export.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import { recordOwnEvent } from '../security/record-own-event.ts'
import { sessionOf } from '../web-context.ts'
import { nameOfEntryFile, nameOfListFile } from '../../exports/name-export.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'
import { type ServerResponse, dataResponse } from '../server-response.ts'

export interface ExportDownloadRoutesDeps extends ExportEntryDeps, ListForExportDeps, SecurityEventsUser {}

type ExportRequest = ServerRequest<{ readonly file: string }>

/**
 * Adds the routes that download single entries and lists (wallabag contract, section 8). A HEAD request does not build
 * the file, so its response contains no length (RFC 9110, 9.3.2).
 */
export function addExportDownloadRoutes(routes: ServerRoutes, deps: ExportDownloadRoutesDeps): void {
  const download = (request: ExportRequest) => {
    const [, name = '', ending = ''] = /^([a-z_]+|\d+)\.([A-Za-z]+)$/.exec(request.params.file) ?? []
    const format = ending.toLowerCase()
    if (!isFormatName(format)) throw notFound('format')
    if (!/^\d/.test(name)) return sendList(deps, request, { category: categoryOf(name, request.query), format })
    return sendEntry(deps, request, { id: requireId<EntryId>(name, 'entry'), format })
  }
  routes.get('/export/:file', download, { head: 'handler' })
}

function isHeadRequest({ method }: ExportRequest): boolean {
  return method === 'HEAD'
}

interface EntryExport {
  readonly id: EntryId
  readonly format: FormatName
}

async function sendEntry(
  deps: ExportDownloadRoutesDeps,
  request: ExportRequest,
  { id, format }: EntryExport,
): Promise<ServerResponse> {
  const owner = sessionOf(request).user.id
  if (isHeadRequest(request)) {
    return dataResponse(undefined, exportHeaders(format, await nameOfEntryFile(deps.loadEntries, owner, id)))
  }
  const { fileName, body } = await exportEntry(deps, owner, { id }, format)
  await recordOwnEvent(deps, request, 'export')
  return dataResponse(body, exportHeaders(format, fileName))
}

interface ListExport {
  readonly category: ListCategory
  readonly format: FormatName
}

/**
 * Streams the file of a list. If the browser disconnects, the stream ends, and so does the thread that writes the file.
 */
async function sendList(
  deps: ExportDownloadRoutesDeps,
  request: ExportRequest,
  { category, format }: ListExport,
): Promise<ServerResponse> {
  const { user, revision } = sessionOf(request)
  const list = await listForExport(deps, { id: user.id, revision }, category)
  if (isHeadRequest(request)) {
    return dataResponse(undefined, exportHeaders(format, await nameOfListFile(list.title)))
  }
  await recordOwnEvent(deps, request, 'export')
  const { fileName, body } = await exportList(deps, user.id, list, format)
  return dataResponse(body, exportHeaders(format, fileName))
}

function categoryOf(name: string, query: ExportRequest['query']): ListCategory {
  const text = (key: string): string => (typeof query[key] === 'string' ? query[key] : '')
  switch (name) {
    case 'all':
    case 'unread':
    case 'starred':
    case 'archive':
    case 'untagged':
    case 'annotated':
      return { kind: name }
    case 'search':
      return { kind: name, term: termOf(text('search_entry[term]')) }
    case 'collection':
      return { kind: name, id: requireId(text('id'), 'collection') }
    case 'same_domain':
      return { kind: name, entry: requireId(text('entry'), 'entry') }
    case 'tag_entries':
      return { kind: name, slug: text('tag') }
    default:
      throw notFound('list')
  }
}

/**
 * @returns the query of an export
 * @throws AppError `invalid_input` for an empty query, which would match all entries
 */
function termOf(text: string): string {
  if (text.trim() !== '') return text
  throw new AppError('invalid_input', 'no query', { details: { message: 'export.queryLead' } })
}
