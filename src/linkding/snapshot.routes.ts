import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { parseAbsoluteAddress } from '../entries/saving/entry-address.ts'
import { saveCapturedPage, type SaveCapturedPageDeps } from '../entries/saving/save-captured-page.ts'
import { receiveCapture } from '../uploads/receive-capture.ts'
import type { UploadMemory } from '../uploads/upload-memory.ts'
import type { Throttle } from '../throttling/throttle.ts'
import { userOf } from './key-authentication.ts'
import { LinkdingError } from './linkding-error.ts'

export interface SnapshotDeps extends SaveCapturedPageDeps {
  readonly savesPerUser: Throttle
  readonly uploads: UploadMemory
}

interface Upload {
  readonly Body: AsyncIterable<Uint8Array> | undefined
}

/** @returns a plugin with the route to which SingleFile uploads pages */
export function snapshotRoutes(deps: SnapshotDeps): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers()
    // Passes the body on without parsing it, because the handler reads it as a stream.
    app.addContentTypeParser('*', (_request, body, done) => done(null, body))
    const config = { isUpload: true, keyScope: 'save' } as const
    app.post<Upload>('/bookmarks/singlefile/', { config }, async (request, reply) => {
      await save(deps, request)
      return reply.code(201).send({ message: 'Snapshot uploaded successfully.' })
    })
  }
}

async function save(deps: SnapshotDeps, request: FastifyRequest<Upload>): Promise<void> {
  const { id: owner } = userOf(request)
  const { body, headers } = request
  const contentType = headers['content-type'] ?? ''
  if (body === undefined || !/^multipart\/form-data\b/i.test(contentType)) throw incomplete()
  await deps.uploads.run(
    owner,
    (buffer) => receiveCapture({ body, contentType, coding: headers['content-encoding'] }, buffer),
    async ({ bytes, fields }) => {
      const url = fields.get('url')
      if (bytes === undefined || typeof url !== 'string' || url.trim() === '') throw incomplete()
      const address = parseAbsoluteAddress(url)
      await deps.savesPerUser.take(String(owner))
      await saveCapturedPage(deps, { owner, bytes, contentType: undefined, address, requestId: request.id })
    },
  )
}

const incomplete = (): LinkdingError =>
  new LinkdingError(400, { error: "Both 'url' and 'file' parameters are required." })
