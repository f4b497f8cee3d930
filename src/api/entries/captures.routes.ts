import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireLoadedEntry } from '../../entries/listing/load-entry.ts'
import type { LoadEntries } from '../../entries/listing/load-entries.ts'
import { parseEntryAddress, type EntryAddress } from '../../entries/saving/entry-address.ts'
import { saveCapturedPage, type SaveCapturedPageDeps } from '../../entries/saving/save-captured-page.ts'
import { MAX_CAPTURE_BYTES, receiveCapture, type ReceivedCapture } from '../../uploads/receive-capture.ts'
import type { UploadMemory } from '../../uploads/upload-memory.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { AppError } from '../../kernel/errors.ts'
import { parseTagLabels } from '../../tags/tag.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import { ENTRY, ERROR, OAUTH_ERROR } from '../reference/entry-schemas.ts'
import { queryText, type Query } from '../wire/query-values.ts'
import { viewerOf } from '../wire/request-context.ts'
import { sendJsonBytes } from '../../http/send-json-bytes.ts'
import { presentEntry } from './entry.presenter.ts'

export interface CaptureRoutesDeps extends SaveCapturedPageDeps {
  readonly loadEntries: LoadEntries
  readonly savesPerUser: Throttle
  readonly uploads: UploadMemory
  /** waits for a limited time until the page of an entry has been fetched */
  readonly awaitEntry: (owner: UserId, id: EntryId) => Promise<void>
}

interface Upload {
  readonly Querystring: Query
  readonly Body: AsyncIterable<Uint8Array> | undefined
}

const SCHEMA = {
  summary: 'Save a page as the browser shows it',
  description:
    'Saves a page that a browser has saved in one file: HTML of SingleFile, MHTML of Chromium, or a web archive of Safari. ' +
    'The article and its pictures are taken from the file, so pages behind a sign-in are saved as the reader sees them. ' +
    'The file is the body, or the field `file` of a form, and may be compressed with gzip. It has at most 100 MB. A text ' +
    'that the user has edited, or a much longer one, is not replaced. An app password is accepted in place of a token.',
  tags: ['Entries'],
  security: [{ bearer: [] }],
  consumes: ['text/html', 'multipart/related', 'application/x-webarchive', 'multipart/form-data'],
  querystring: {
    type: 'object',
    properties: {
      url: { type: 'string', description: 'address of the page; by default, the address that the file states' },
      tags: { type: 'string', description: 'comma-separated tags' },
    },
  },
  body: { type: 'string', format: 'binary', description: 'the file; a form may also contain `url` and `tags`' },
  response: { 200: ENTRY, 201: ENTRY, 400: ERROR, 401: OAUTH_ERROR, 408: ERROR, 413: ERROR, 429: ERROR, 503: ERROR },
} as const

const CONFIG = { isUpload: true, scope: 'save', acceptsAppPassword: true } as const

/** Adds the routes that save captured pages. They are not part of wallabag's API. */
export async function addCaptureRoutes(app: FastifyInstance, deps: CaptureRoutesDeps): Promise<void> {
  await app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers()
    // Passes the body on without parsing it, because the handler reads it as a stream.
    uploads.addContentTypeParser('*', (_request, body, done) => done(null, body))
    uploads.post<Upload>('/capture', { schema: SCHEMA, config: CONFIG }, async (request, reply) => {
      const { id, isNew } = await save(deps, request)
      const viewer = viewerOf(request)
      // Only if the file has no text, the server fetches the page.
      await deps.awaitEntry(viewer.id, id)
      const loaded = await requireLoadedEntry(deps.loadEntries, viewer.id, id, { hasContent: true })
      const parts = presentEntry(loaded, viewer, { detail: 'full' })
      return sendJsonBytes(reply.code(isNew ? 201 : 200), Buffer.concat(parts))
    })
    // The address at which SingleFile and others upload pages to Karakeep, with its answer.
    uploads.post<Upload>('/v1/bookmarks/singlefile', { schema: { hide: true }, config: CONFIG }, (request, reply) =>
      saveLikeKarakeep(deps, request, reply),
    )
  })
}

/** Saves a page like Karakeep, which by default changes nothing if the address is already saved. */
async function saveLikeKarakeep(
  deps: CaptureRoutesDeps,
  request: FastifyRequest<Upload>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const choice = queryText(request.query, 'ifexists') ?? 'skip'
  const { id, isNew } = await save(deps, request, choice === 'skip')
  const viewer = viewerOf(request)
  const entry = (await requireLoadedEntry(deps.loadEntries, viewer.id, id, { hasContent: false })).entry
  const { title, createdAt, isArchived, isStarred, url } = entry
  const content = { type: 'link', url, title }
  const flags = { archived: isArchived, favourited: isStarred, alreadyExists: !isNew }
  return reply.code(isNew ? 201 : 200).send({ id: String(id), createdAt, title, ...flags, content })
}

async function save(
  deps: CaptureRoutesDeps,
  request: FastifyRequest<Upload>,
  skipsKnown = false,
): Promise<{ readonly id: EntryId; readonly isNew: boolean }> {
  const { id: owner } = viewerOf(request)
  const { body, headers } = request
  // Checks the declared size before reading the body, so that the error is sent at once.
  if (Number(headers['content-length'] ?? 0) > MAX_CAPTURE_BYTES + FORM_BYTES) {
    throw new AppError('too_large', 'a saved page has at most 100 MB')
  }
  if (body === undefined) throw noFile()
  const contentType = headers['content-type'] ?? ''
  return deps.uploads.run(
    owner,
    (buffer) => receiveCapture({ body, contentType, coding: headers['content-encoding'] }, buffer),
    async ({ bytes, fields }) => {
      if (bytes === undefined) throw noFile()
      const sent = sentFields(request, fields)
      await deps.savesPerUser.take(String(owner))
      const page = { owner, bytes, ...sent, requestId: request.id, skipsKnown }
      const saved = await saveCapturedPage(deps, page)
      if (!saved) throw new AppError('invalid_input', 'the file states no address, so the field "url" is required')
      return saved
    },
  )
}

const noFile = (): AppError => new AppError('invalid_input', 'the request contains no file')

/** Maximum number of bytes in a form besides its file. A larger request is rejected. */
const FORM_BYTES = 64 * 1024

/** @throws AppError `invalid_input` if the address or a tag is invalid */
function sentFields({ query, headers }: FastifyRequest<Upload>, fields: ReceivedCapture['fields']) {
  const valueOf = (name: string): string | undefined => {
    const value = fields.get(name) ?? queryText(query, name)
    return typeof value === 'string' && value.trim() !== '' ? value : undefined
  }
  const [url, tags] = [valueOf('url'), valueOf('tags')]
  const address: EntryAddress | undefined = url === undefined ? undefined : parseEntryAddress(url)
  const type = headers['content-type'] ?? ''
  return {
    address,
    contentType: /^(?:multipart|application\/octet-stream)\b/i.test(type) ? undefined : type,
    fields: tags === undefined ? {} : { tags: parseTagLabels(tags) },
  }
}
