import { requireId } from '../../kernel/parse-id.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseFormatName, type FormatName } from '../../imports/format-list.ts'
import type { ReceivedForm } from '../../imports/receive-form.ts'
import type { StartImportDeps } from '../../imports/start-import.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import { parseTagLabels } from '../../tags/tag.ts'
import { bodyStream } from '../forms/body-stream.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { rejectCsrf } from '../forms/csrf-protection.ts'
import { importView } from './import-view.ts'
import { recordOwnEvent } from '../security/record-own-event.ts'
import { formText, sessionOf } from '../web-context.ts'
import { importFormPage } from './import-form.page.ts'
import { importListPage } from './import-list.page.ts'
import { listImports, findImport, listImportErrors } from '../../imports/import.repository.ts'
import { findFetchSummary } from '../../imports/fetch-summary.ts'
import { importPage } from './import-progress.page.ts'
import { cancelImport, startImport, discardFile } from '../../imports/start-import.ts'
import { receiveForm } from '../../imports/receive-form.ts'
import { pageFrame, sendPage, type FastifyContext } from '../fastify-routes.ts'

export type ImportRoutesDeps = FastifyContext & StartImportDeps & SecurityEventsUser

interface Named {
  readonly Params: { readonly name: string }
  readonly Body: AsyncIterable<Uint8Array> | undefined
}

interface Numbered {
  readonly Params: { readonly id: string }
}

/** Adds the pages of the viewer's imports (wallabag contract, section 11). */
export async function addImportRoutes(app: FastifyInstance, deps: ImportRoutesDeps): Promise<void> {
  app.get('/import/', async (request, reply) => {
    const jobs = await deps.database.read((db) => listImports(db, sessionOf(request).user.id))
    const imports = jobs.map((job) => importView(job))
    return sendPage(reply, importListPage({ frame: pageFrame(deps, request, reply), imports }))
  })
  app.get('/import', async (_request, reply) => reply.redirect('/import/', 301))
  app.get<Named>('/import/:name', async (request, reply) => showForm(deps, request, reply))
  await app.register(async (uploads) => {
    // Leaves the body unparsed: the handler reads it as a stream.
    uploads.addContentTypeParser('multipart/form-data', (_request, body, done) => done(null, body))
    uploads.post<Named>('/import/:name', { config: { isUpload: true } }, (request, reply) =>
      upload(deps, request, reply),
    )
  })
  app.get<Numbered>('/import/job/:id', (request, reply) => showImport(deps, request, reply))
  app.post<Numbered>('/import/job/:id/cancel', async (request, reply) => {
    const { owner } = checkedForm(deps, request)
    const { id } = await cancelImport(deps, owner, idOf(request))
    return reply.redirect(`/import/job/${id}`, 303)
  })
}

async function showForm(
  deps: ImportRoutesDeps,
  request: FastifyRequest<Named>,
  reply: FastifyReply,
  isRefused = false,
): Promise<FastifyReply> {
  const format = formatOf(request)
  const frame = pageFrame(deps, request, reply)
  const error = isRefused && { error: frame.words.t('import.empty') }
  const view = { frame, csrfToken: sessionOf(request).csrfToken, format, ...error }
  return sendPage(reply, importFormPage(view), isRefused ? 422 : 200)
}

async function upload(
  deps: ImportRoutesDeps,
  request: FastifyRequest<Named>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const format = formatOf(request)
  const session = sessionOf(request)
  const owner = session.user.id
  let form: ReceivedForm
  try {
    form = await receiveForm(deps, owner, bodyStream(request), request.headers['content-type'] ?? '')
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
    return showForm(deps, request, reply, true)
  }
  const { fields, file } = form
  try {
    rejectCsrf(deps, request, session, { fields, field: 'upload_import_file[_token]' })
    const job = await startImport(deps, owner, file, { format, options: optionsOf(fields) })
    await recordOwnEvent(deps, request, 'import')
    return reply.redirect(`/import/job/${job.id}`, 303)
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

async function showImport(
  deps: ImportRoutesDeps,
  request: FastifyRequest<Numbered>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { user, csrfToken } = sessionOf(request)
  const id = idOf(request)
  const job = await deps.database.read((db) => findImport(db, user.id, id))
  if (!job || job.state === 'receiving') throw notFound('import')
  const errors = await deps.database.read((db) => listImportErrors(db, user.id, id))
  const fetched = await deps.database.read((db) => findFetchSummary(db, user.id, id))
  const view = importView(job, errors, fetched)
  return sendPage(reply, importPage({ frame: pageFrame(deps, request, reply), csrfToken, job: view }))
}

function formatOf(request: FastifyRequest<Named>): FormatName {
  const format = parseFormatName(request.params.name)
  if (format === undefined || format === 'auto') throw notFound('format')
  return format
}

function idOf({ params: { id } }: FastifyRequest<Numbered>): number {
  return requireId(id, 'import')
}
