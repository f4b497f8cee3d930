import { addressHashes } from '../../entries/saving/address-hashes.ts'
import { DOCUMENT_PATH, saveDocument, type SaveDocumentDeps } from '../../entries/saving/save-document.ts'
import { findEntryByHashes } from '../../entries/entry.repository.ts'
import { receiveDocumentForm, type ReceivedDocumentForm } from '../../uploads/receive-document.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import type { UploadMemory } from '../../uploads/upload-memory.ts'
import { rejectCsrf } from '../forms/csrf-protection.ts'
import type { Localization } from '../layout/localization.ts'
import { showSaving, type SavingRoutesDeps } from '../settings/saving.routes.ts'
import { sessionOf, localizationFor } from '../web-context.ts'
import { redirectTo, type WebResponse } from '../web-response.ts'
import type { ServerRequest, ServerRoutes, UploadRequest } from '../server-routes.ts'
import { redirectWithNotice } from '../redirect-with-notice.ts'

export interface DocumentRoutesDeps extends SavingRoutesDeps, SaveDocumentDeps {
  readonly savesPerUser: Throttle
  readonly uploads: UploadMemory
}

/**
 * Adds the route that saves uploaded documents, and the route that redirects from the address of a document to its
 * entry.
 */
export function addDocumentRoutes(routes: ServerRoutes, deps: DocumentRoutesDeps): void {
  routes.upload('/config/saving/file', (request) => upload(deps, request))
  // Visitors get a 404 instead of the sign-in page. If a user saves the address of a document, this server fetches it
  // without a session, like a visitor. It must not save the sign-in page as the article.
  const openDocument = async (request: ServerRequest<{ readonly hash: string }>) => {
    const owner = request.session?.user.id
    const hashes = addressHashes(`${deps.baseUrl}${DOCUMENT_PATH}/${request.params.hash}`)
    const entry = owner && (await deps.database.read((db) => findEntryByHashes(db, owner, hashes)))
    if (!entry) throw notFound('document')
    return redirectTo(`/view/${entry.id}`, 302)
  }
  routes.get(`${DOCUMENT_PATH}/:hash`, openDocument, { isForVisitors: true })
}

async function upload(deps: DocumentRoutesDeps, request: UploadRequest): Promise<WebResponse> {
  const type = request.headers['content-type'] ?? ''
  const maxBytes = deps.articleBytes
  return deps.uploads.run(
    sessionOf(request).user.id,
    (buffer) => receiveDocumentForm(request.upload, type, { buffer, maxBytes }),
    (form) => answer(deps, request, form),
  )
}

/** Saves a received file, unless the form is invalid. */
async function answer(
  deps: DocumentRoutesDeps,
  request: ServerRequest,
  { fields, document }: ReceivedDocumentForm,
): Promise<WebResponse> {
  const session = sessionOf(request)
  const { t } = localizationFor(request)
  if (document === 'missing') return showSaving(deps, request, t('saving.fileMissing'))
  rejectCsrf(deps, request, session, { fields, field: 'token' })
  if (document === 'too_large') return showSaving(deps, request, t('saving.fileTooLarge', { size: megabytes(deps) }))
  const owner = session.user.id
  await deps.savesPerUser.take(String(owner))
  try {
    const { id, isKnownFile } = await saveDocument(deps, { owner, document, requestId: request.id })
    const path = `/view/${id}`
    return isKnownFile ? redirectWithNotice(request, path, t('saving.fileBefore')) : redirectTo(path, 303)
  } catch (error) {
    return showSaving(deps, request, refusalText(error, t))
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
