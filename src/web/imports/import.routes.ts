import { requireId } from '../../kernel/parse-id.ts'
import { parseFormatName, type FormatName } from '../../imports/format-list.ts'
import type { ReceivedForm } from '../../imports/receive-form.ts'
import type { StartImportDeps } from '../../imports/start-import.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import { parseTagLabels } from '../../tags/tag.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { rejectCsrf } from '../forms/csrf-protection.ts'
import { importView } from './import-view.ts'
import { recordOwnEvent } from '../security/record-own-event.ts'
import { formText, sessionOf, frameFor, type WebContext } from '../web-context.ts'
import { importFormPage } from './import-form.page.ts'
import { importListPage } from './import-list.page.ts'
import { listImports, findImport, listImportErrors } from '../../imports/import.repository.ts'
import { countPendingFetches, findFetchSummary, NO_FETCHES } from '../../imports/fetch-summary.ts'
import { importPage } from './import-progress.page.ts'
import { cancelImport, startImport, discardFile } from '../../imports/start-import.ts'
import { receiveForm } from '../../imports/receive-form.ts'
import { pageResponse, redirectTo, type WebResponse } from '../web-response.ts'
import type { ServerRequest, ServerRoutes, UploadRequest } from '../server-routes.ts'

export type ImportRoutesDeps = WebContext & StartImportDeps & SecurityEventsUser

interface Named {
  readonly name: string
}

interface Numbered {
  readonly id: string
}

/** Adds the pages of the viewer's imports (wallabag contract, section 11). */
export function addImportRoutes(routes: ServerRoutes, deps: ImportRoutesDeps): void {
  routes.get('/import/', async (request) => {
    const { id: owner } = sessionOf(request).user
    const jobs = await deps.database.read((db) => listImports(db, owner))
    const pending = await deps.database.read((db) => countPendingFetches(db, owner))
    const imports = jobs.map((job) => importView(job, [], { ...NO_FETCHES, pending: pending.get(job.id) ?? 0 }))
    return pageResponse(importListPage({ frame: frameFor(deps, request), imports }))
  })
  routes.get('/import', async () => redirectTo('/import/', 301))
  routes.get('/import/:name', async (request) => showForm(deps, request))
  routes.upload('/import/:name', (request) => upload(deps, request))
  routes.get('/import/job/:id', (request) => showImport(deps, request))
  routes.post('/import/job/:id/cancel', async (request) => {
    const { owner } = checkedForm(deps, request)
    const { id } = await cancelImport(deps, owner, idOf(request))
    return redirectTo(`/import/job/${id}`, 303)
  })
}

async function showForm(
  deps: ImportRoutesDeps,
  request: ServerRequest<Named>,
  isRefused = false,
): Promise<WebResponse> {
  const format = formatOf(request)
  const frame = frameFor(deps, request)
  const error = isRefused && { error: frame.words.t('import.empty') }
  const view = { frame, csrfToken: sessionOf(request).csrfToken, format, ...error }
  return pageResponse(importFormPage(view), isRefused ? 422 : 200)
}

async function upload(deps: ImportRoutesDeps, request: UploadRequest<Named>): Promise<WebResponse> {
  const format = formatOf(request)
  const session = sessionOf(request)
  const owner = session.user.id
  let form: ReceivedForm
  try {
    form = await receiveForm(deps, owner, request.upload, request.headers['content-type'] ?? '')
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
    return showForm(deps, request, true)
  }
  const { fields, file } = form
  try {
    rejectCsrf(deps, request, session, { fields, field: 'upload_import_file[_token]' })
    const job = await startImport(deps, owner, file, { format, options: optionsOf(fields) })
    await recordOwnEvent(deps, request, 'import')
    return redirectTo(`/import/job/${job.id}`, 303)
  } catch (error) {
    await discardFile(deps, owner, file.id)
    throw error
  }
}

/**
 * @returns the options of an import. Pages are fetched by default, because the form of wallabag has no field for this
 *   option.
 */
function optionsOf(fields: ReceivedForm['fields']) {
  return {
    isAllRead: formText(fields, 'upload_import_file[mark_as_read]') !== '',
    isFetching: formText(fields, 'upload_import_file[fetch]') !== '0',
    tags: parseTagLabels(fields.get('upload_import_file[tags]')),
  }
}

async function showImport(deps: ImportRoutesDeps, request: ServerRequest<Numbered>): Promise<WebResponse> {
  const { user, csrfToken } = sessionOf(request)
  const id = idOf(request)
  const job = await deps.database.read((db) => findImport(db, user.id, id))
  if (!job || job.state === 'receiving') throw notFound('import')
  const errors = await deps.database.read((db) => listImportErrors(db, user.id, id))
  const fetched = await deps.database.read((db) => findFetchSummary(db, user.id, id))
  const view = importView(job, errors, fetched)
  return pageResponse(importPage({ frame: frameFor(deps, request), csrfToken, job: view }))
}

function formatOf(request: ServerRequest<Named>): FormatName {
  const format = parseFormatName(request.params.name)
  if (format === undefined || format === 'auto') throw notFound('format')
  return format
}

function idOf({ params: { id } }: ServerRequest<Numbered>): number {
  return requireId(id, 'import')
}
