import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import type { ImageStore } from '../images/image-store.ts'
import { extensionOf } from '../images/image-kind.ts'
import { STORED_FILE_POLICY } from './csp.ts'

export interface ImagesRoutesDeps {
  readonly database: Database
  readonly images: ImageStore
}

const NAME = /^([0-9a-f]{64})\.([a-z]{3,4})$/
const FOR_EVER = 'public, max-age=31536000, immutable'
const FIND_TYPE = 'select type, size from image where sha256 = $1'

/**
 * The copies of images. Whoever knows the hash of an image may see it: nobody can guess it, and it tells nothing of who
 * keeps the image. So no session is asked for.
 */
export function addImagesRoutes(app: FastifyInstance, { database, images }: ImagesRoutesDeps): void {
  const findType = database.prepare<{ readonly type: string; readonly size: number }>(FIND_TYPE)
  const send = async (request: FastifyRequest<{ Params: { readonly name: string } }>, reply: FastifyReply) => {
    const [, hex, extension] = NAME.exec(request.params.name) ?? []
    if (hex === undefined) return reply.callNotFound()
    const sha256 = Buffer.from(hex, 'hex')
    const [row] = await findType.all(sha256)
    if (!row || row.type === '' || extensionOf(row.type) !== extension) return reply.callNotFound()
    const etag = `"${hex}"`
    reply.headers({ etag, 'cache-control': FOR_EVER, 'content-security-policy': STORED_FILE_POLICY })
    if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    const bytes = await images.get(sha256)
    if (!bytes) return reply.removeHeader('etag').header('cache-control', 'no-store').callNotFound()
    return reply.type(row.type).header('content-length', Number(row.size)).send(bytes)
  }
  // A shared page may show a hundred; only those that are not there are counted.
  app.get('/images/:name', { config: { costsStrangers: 'none' } }, send)
}

/** RFC 9110, 13.1.2: weak comparison. */
function hasTag(field: string | undefined, etag: string): boolean {
  return field !== undefined && field.split(',').some((one) => one.trim() === etag || one.trim() === `W/${etag}`)
}
