import type { UserId } from '../../kernel/branded-ids.ts'
import { findUndoState, undoImport, type UndoState } from '../../imports/undo-import.ts'
import { requireId } from '../../kernel/parse-id.ts'
import { parseFormatName, type FormatName } from '../../imports/import-formats.ts'
import type { Import } from '../../imports/import.ts'
import type { ReceivedForm } from '../../imports/receive-form.ts'
import type { StartImportDeps } from '../../imports/start-import.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import { parseTagLabels } from '../../tags/tag.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { rejectCsrf } from '../forms/csrf-protection.ts'
import { hasUndo, importView } from './import-view.ts'
import { recordOwnEvent } from '../security/record-own-event.ts'
import { formText, sessionOf, frameFor } from '../web-context.ts'
import { importFormPage } from './import-form.page.ts'
import { importListPage } from './import-list.page.ts'
import { listImports, findImport, listImportErrors } from '../../imports/import.repository.ts'
import { countPendingFetches, findFetchSummary, NO_FETCHES } from '../../imports/fetch-summary.ts'
import { countUnplaced } from '../../imports/highlights/unplaced-annotation.repository.ts'
import type { AssignRoutesDeps } from './assign.routes.ts'
import { addUnplacedRoutes } from './unplaced.routes.ts'
import { importPage } from './import.page.ts'
import { cancelImport, checkImport, discardCheckedFile, startImport, discardFile } from '../../imports/start-import.ts'
import { receiveForm } from '../../imports/receive-form.ts'
import { pageResponse, redirectTo, type WebResponse } from '../web-response.ts'
import type { ServerRequest, ServerRoutes, UploadRequest } from '../server-routes.ts'

export interface ImportRoutesDeps extends AssignRoutesDeps, StartImportDeps, SecurityEventsUser {
  /** number of days for which deleted entries can be restored */
  readonly trashDays: number
}

interface Named {
  readonly name: string
}

interface Numbered {
  readonly id: string
}

/** Adds the pages of the viewer's imports (wallabag contract, section 11). */
export function addImportRoutes(routes: ServerRoutes, deps: ImportRoutesDeps): void {
  routes.get('/import/', (request) => showList(deps, request))
  routes.upload('/import/', (request) => uploadAny(deps, request))
  addUnplacedRoutes(routes, deps)
  routes.get('/import', async () => redirectTo('/import/', 301))
  routes.get('/import/:name', async (request) => showForm(deps, request))
  routes.upload('/import/:name', (request) => upload(deps, request))
  routes.get('/import/job/:id', (request) => showImport(deps, request))
  routes.post('/import/job/:id/start', async (request) => {
    const { owner, fields } = checkedForm(deps, request)
    const job = await deps.database.read((db) => findImport(db, owner, idOf(request)))
    // A second press of the button finds an import that has been started.
    if (!job) throw notFound('import')
    if (job.state === 'ready' && (await startChecked(deps, job, fields))) await recordOwnEvent(deps, request, 'import')
    return redirectTo(`/import/job/${job.id}`, 303)
  })
  routes.post('/import/job/:id/discard', async (request) => {
    const { owner } = checkedForm(deps, request)
    await discardCheckedFile(deps, owner, idOf(request))
    return redirectTo('/import/', 303)
  })
  routes.post('/import/job/:id/undo', async (request) => {
    const { owner } = checkedForm(deps, request)
    await undoImport(deps, owner, idOf(request), request.id)
    return redirectTo(`/import/job/${idOf(request)}`, 303)
  })
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

async function showList(deps: ImportRoutesDeps, request: ServerRequest, isRefused = false): Promise<WebResponse> {
  const { user, csrfToken } = sessionOf(request)
  const jobs = await deps.database.read((db) => listImports(db, user.id))
  const pending = await deps.database.read((db) => countPendingFetches(db, user.id))
  const unplaced = await deps.database.read((db) => countUnplaced(db, user.id))
  const now = deps.clock.now()
  const undos = await findUndoStates(deps, jobs)
  const imports = jobs.map((job) => {
    const undo = undos.get(job.id)
    return importView(job, now, {
      fetched: { ...NO_FETCHES, pending: pending.get(job.id) ?? 0 },
      ...(undo && { undo }),
    })
  })
  const frame = frameFor(deps, request)
  const error = isRefused && { error: frame.words.t('import.empty') }
  return pageResponse(importListPage({ frame, csrfToken, imports, unplaced, ...error }), isRefused ? 422 : 200)
}

/** @returns what is left of the imports that were undone, by their ids. Most imports never are, so only these are counted. */
async function findUndoStates(
  { database }: ImportRoutesDeps,
  jobs: readonly Import[],
): Promise<ReadonlyMap<number, UndoState>> {
  const undone = jobs.filter(hasUndo)
  return new Map(
    await Promise.all(
      undone.map(async (job) => [job.id, await database.read((db) => findUndoState(db, job))] as const),
    ),
  )
}

/** Stores a file of any service, which a job then checks. Its page shows the result. */
async function uploadAny(deps: ImportRoutesDeps, request: UploadRequest): Promise<WebResponse> {
  return receiveUpload(deps, request, {
    start: async (owner, { file }) => {
      await checkImport(deps, owner, file)
      return file.id
    },
    refuse: () => showList(deps, request, true),
  })
}

async function upload(deps: ImportRoutesDeps, request: UploadRequest<Named>): Promise<WebResponse> {
  const format = formatOf(request)
  return receiveUpload(deps, request, {
    start: async (owner, { file, fields }) => {
      const job = await startImport(deps, owner, file, { format, options: optionsOf(fields) })
      await recordOwnEvent(deps, request, 'import')
      return job.id
    },
    refuse: () => showForm(deps, request, true),
  })
}

/** @returns false if another request has started or discarded the import in the meantime */
async function startChecked(deps: ImportRoutesDeps, job: Import, fields: ReceivedForm['fields']): Promise<boolean> {
  try {
    await startImport(deps, job.ownerId, job, { format: job.format, options: optionsOf(fields) })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false
    throw error
  }
}

interface UploadSteps {
  /** starts the import or its check, and returns its id */
  readonly start: (owner: UserId, form: ReceivedForm) => Promise<number>
  /** answers a form without a file, or with an empty one */
  readonly refuse: () => Promise<WebResponse>
}

async function receiveUpload(
  deps: ImportRoutesDeps,
  request: UploadRequest,
  { start, refuse }: UploadSteps,
): Promise<WebResponse> {
  const session = sessionOf(request)
  const owner = session.user.id
  let form: ReceivedForm
  try {
    form = await receiveForm(deps, owner, request.upload, request.headers['content-type'] ?? '')
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
    return refuse()
  }
  const { fields, file } = form
  try {
    rejectCsrf(deps, request, session, { fields, field: 'upload_import_file[_token]' })
    return redirectTo(`/import/job/${await start(owner, form)}`, 303)
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
  const undo = await deps.database.read((db) => findUndoState(db, job))
  const view = importView(job, deps.clock.now(), { errors, fetched, undo })
  const { trashDays } = deps
  return pageResponse(importPage({ frame: frameFor(deps, request), csrfToken, job: view, trashDays }))
}

function formatOf(request: ServerRequest<Named>): FormatName {
  const format = parseFormatName(request.params.name)
  if (format === undefined || format === 'auto') throw notFound('format')
  return format
}

function idOf({ params: { id } }: ServerRequest<Numbered>): number {
  return requireId(id, 'import')
}
