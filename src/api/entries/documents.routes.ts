import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireLoadedEntry } from '../../entries/listing/load-entry.ts'
import { saveDocument, type SaveDocumentDeps } from '../../entries/saving/save-document.ts'
import type { LoadEntries } from '../../entries/listing/load-entries.ts'
import { documentOf, receiveDocumentForm, type ReceivedDocument } from '../../uploads/receive-document.ts'
import type { UploadBuffer, UploadMemory } from '../../uploads/upload-memory.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import { ENTRY, ERROR, OAUTH_ERROR } from '../reference/entry-schemas.ts'
import { queryText, type Query } from '../wire/query-values.ts'
import { viewerOf } from '../wire/request-context.ts'
import { sendJsonBytes } from '../../http/send-json-bytes.ts'
import { presentEntry } from './entry.presenter.ts'

export interface DocumentRoutesDeps extends SaveDocumentDeps {
  readonly loadEntries: LoadEntries
  readonly savesPerUser: Throttle
  readonly uploads: UploadMemory
  /** maximum size of a file in bytes */
  readonly articleBytes: number
}

interface Upload {
  readonly Querystring: Query
  readonly Body: AsyncIterable<Uint8Array> | undefined
}

const SCHEMA = {
  summary: 'Save a file',
  description:
    'Saves the text of an EPUB, PDF, DOCX, ODT, RTF, mail, Markdown or text file as an entry, or a page that a browser has ' +
    'saved in one file (see `POST /api/capture`). The file is the body, or the only file of a form. Its format is detected ' +
    'from its content; Markdown and text need a name that ends in `.md`, `.markdown` or `.txt`. Only the file of a page is ' +
    'stored. Saving the same file again changes nothing.',
  tags: ['Entries'],
  security: [{ bearer: [] }],
  consumes: ['application/octet-stream', 'multipart/form-data'],
  querystring: {
    type: 'object',
    properties: {
      file_name: {
        type: 'string',
        description: 'title if the file contains none, and the kind of a text file; only used if the file is the body',
      },
    },
  },
  body: { type: 'string', format: 'binary', description: 'the file' },
  response: { 200: ENTRY, 201: ENTRY, 400: ERROR, 401: OAUTH_ERROR, 408: ERROR, 413: ERROR, 429: ERROR, 503: ERROR },
} as const

/** Adds the route that saves an uploaded document as an entry. The route is not part of wallabag's API. */
export async function addDocumentRoutes(app: FastifyInstance, deps: DocumentRoutesDeps): Promise<void> {
  await app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers()
    // Passes the body on without parsing it, because the handler reads it as a stream.
    uploads.addContentTypeParser('*', (_request, body, done) => done(null, body))
    uploads.post<Upload>(
      '/documents',
      { schema: SCHEMA, config: { isUpload: true, scope: 'save' } },
      (request, reply) => save(deps, request, reply),
    )
  })
}

async function save(
  deps: DocumentRoutesDeps,
  request: FastifyRequest<Upload>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const viewer = viewerOf(request)
  const { id, isNew } = await deps.uploads.run(
    viewer.id,
    (buffer) => receive(deps, request, buffer),
    async (document) => {
      await deps.savesPerUser.take(String(viewer.id))
      return saveDocument(deps, { owner: viewer.id, document, requestId: request.id })
    },
  )
  const loaded = await requireLoadedEntry(deps.loadEntries, viewer.id, id, { hasContent: true })
  return sendJsonBytes(reply.code(isNew ? 201 : 200), Buffer.concat(presentEntry(loaded, viewer, { detail: 'full' })))
}

/**
 * Receives the uploaded file.
 * @throws AppError `invalid_input` if the request contains no file, `too_large` if the file is too large
 */
async function receive(
  deps: DocumentRoutesDeps,
  request: FastifyRequest<Upload>,
  buffer: UploadBuffer,
): Promise<ReceivedDocument> {
  const { body, headers, query } = request
  const options = { buffer, maxBytes: deps.articleBytes }
  // Checks the declared size before reading the body, so that the error is sent at once. Some clients do not read the
  // response if the connection is closed during their upload.
  if (Number(headers['content-length'] ?? 0) > deps.articleBytes + FORM_BYTES) throw tooLarge()
  const type = headers['content-type'] ?? ''
  const isForm = /^multipart\/form-data\b/i.test(type)
  const document =
    body === undefined
      ? 'missing'
      : isForm
        ? (await receiveDocumentForm(body, type, options)).document
        : await documentOf(queryText(query, 'file_name') ?? '', body, options)
  if (document === 'missing') throw new AppError('invalid_input', 'the request contains no file')
  if (document === 'too_large') throw tooLarge()
  return document
}

/**
 * Maximum number of bytes in a form besides its file, for the headers and the boundaries. A larger request is rejected.
 */
const FORM_BYTES = 64 * 1024

function tooLarge(): AppError {
  return new AppError('too_large', 'the file is larger than DOGEAR_MAX_BODY_MB')
}
