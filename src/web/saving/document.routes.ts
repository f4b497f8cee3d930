import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressHashes } from '../../entries/saving/address-hashes.ts'
import { DOCUMENT_PATH, saveDocument, type SaveDocumentDeps } from '../../entries/saving/save-document.ts'
import { findEntryByHashes } from '../../entries/entry.repository.ts'
import { receiveDocumentForm, type ReceivedDocumentForm } from '../../imports/receive-document.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import type { UploadMemory } from '../../imports/upload-memory.ts'
import { bodyStream } from '../forms/body-stream.ts'
import { rejectCsrf } from '../forms/csrf-protection.ts'
import type { Localization } from '../layout/localization.ts'
import { showSaving, type SavingRoutesDeps } from '../settings/saving.routes.ts'
import { NOTICE_COOKIE, sessionOf, localizationFor } from '../web-context.ts'

export interface DocumentRoutesDeps extends SavingRoutesDeps, SaveDocumentDeps {
  readonly savesPerUser: Throttle
  readonly uploads: UploadMemory
}

interface Upload {
  readonly Body: AsyncIterable<Uint8Array> | undefined
}

interface Hashed {
  readonly Params: { readonly hash: string }
}

/**
 * Adds the route that saves uploaded documents, and the route that redirects from the address of a document to its
 * entry.
 */
export async function addDocumentRoutes(app: FastifyInstance, deps: DocumentRoutesDeps): Promise<void> {
  await app.register(async (uploads) => {
    // Leaves the body unparsed: the handler reads it as a stream.
    uploads.addContentTypeParser('multipart/form-data', (_request, body, done) => done(null, body))
    uploads.post<Upload>('/config/saving/file', { config: { isUpload: true } }, (request, reply) =>
      upload(deps, request, reply),
    )
  })
  // Visitors get a 404 instead of the sign-in page. If a user saves the address of a document, this server fetches it
  // without a session, like a visitor. It must not save the sign-in page as the article.
  app.get<Hashed>(`${DOCUMENT_PATH}/:hash`, { config: { isForVisitors: true } }, async (request, reply) => {
    const owner = request.session?.user.id
    const hashes = addressHashes(`${deps.baseUrl}${DOCUMENT_PATH}/${request.params.hash}`)
    const entry = owner && (await deps.database.read((db) => findEntryByHashes(db, owner, hashes)))
    if (!entry) throw notFound('document')
    return reply.redirect(`/view/${entry.id}`, 302)
  })
}

async function upload(
  deps: DocumentRoutesDeps,
  request: FastifyRequest<Upload>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const type = request.headers['content-type'] ?? ''
  const maxBytes = deps.articleBytes
  return deps.uploads.run(
    sessionOf(request).user.id,
    (buffer) => receiveDocumentForm(bodyStream(request), type, { buffer, maxBytes }),
    (form) => answer(deps, request, reply, form),
  )
}

/** Saves a received file, unless the form is invalid. */
async function answer(
  deps: DocumentRoutesDeps,
  request: FastifyRequest<Upload>,
  reply: FastifyReply,
  { fields, document }: ReceivedDocumentForm,
): Promise<FastifyReply> {
  const session = sessionOf(request)
  const { t } = localizationFor(request)
  if (document === 'missing') return showSaving(deps, request, reply, t('saving.fileMissing'))
  rejectCsrf(deps, request, session, { fields, field: 'token' })
  if (document === 'too_large')
    return showSaving(deps, request, reply, t('saving.fileTooLarge', { size: megabytes(deps) }))
  const owner = session.user.id
  await deps.savesPerUser.take(String(owner))
  try {
    const { id, isNew } = await saveDocument(deps, { owner, document, requestId: request.id })
    if (!isNew) deps.jar.write(reply, NOTICE_COOKIE, t('saving.fileBefore'), 60)
    return await reply.redirect(`/view/${id}`, 303)
  } catch (error) {
    return showSaving(deps, request, reply, refusalText(error, t))
  }
}

function megabytes({ articleBytes }: DocumentRoutesDeps): number {
  return Math.floor(articleBytes / (1024 * 1024))
}

/**
 * @returns the message for a file that `saveDocument` refused
 * @throws any other error
 */
function refusalText(error: unknown, t: Localization['t']): string {
  const reason = error instanceof AppError && error.code === 'invalid_input' ? error.details['reason'] : undefined
  if (reason === undefined) throw error
  if (reason === 'unsupported_type') return t('saving.fileUnknown')
  if (reason === 'encrypted' || reason === 'broken_file') return t(`failure.${reason}.reason`)
  return t(reason === 'no_readable_text' ? 'saving.fileEmpty' : 'saving.fileUnread')
}
