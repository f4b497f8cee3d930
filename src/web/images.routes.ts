import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { matchesEtag } from '../http/matches-etag.ts'
import type { ImageAddresses, ImageName } from '../images/image-address.ts'
import { storedImages, type StoredImage } from '../images/image.repository.ts'
import type { ImageStore } from '../images/image-store.ts'
import { extensionOf } from '../images/image-type.ts'
import type { UrlSecrets } from '../throttling/url-secret-throttle.ts'
import { sessionFinder, type SessionDeps } from '../users/sessions/session.ts'
import type { CookieJar } from './cookies.ts'
import { STORED_FILE_POLICY } from './content-security-policy.ts'
import { varyBy } from './vary-by.ts'
import { SESSION_COOKIE } from './web-context.ts'

export interface ImagesRoutesDeps extends SessionDeps {
  readonly images: ImageStore
  readonly imageAddresses: ImageAddresses
  readonly jar: CookieJar
  readonly secrets: UrlSecrets
}

type Named = FastifyRequest<{ Params: { readonly name: string } }>

const FOR_EVER = 'public, max-age=31536000, immutable'
const FOR_OWNER = 'private, max-age=86400'

/**
 * Adds the route of the stored image copies. An address with a valid key cannot be guessed, so it needs no session.
 * Without a valid key, an image is sent only to the owner of an entry that contains it.
 */
export function addImagesRoutes(app: FastifyInstance, deps: ImagesRoutesDeps): void {
  const find = imageFinder(deps)
  const send = async (request: Named, reply: FastifyReply) => {
    const name = deps.imageAddresses.read(request.params.name)
    const row = name && (await find(request, name))
    if (name && !name.isOurs && !row) await deps.secrets.missed(request)
    if (!row || extensionOf(row.type) !== name?.extension) return reply.callNotFound()
    const etag = `"${Buffer.from(name.sha256).toString('hex')}"`
    const cacheControl = name.isOurs ? FOR_EVER : FOR_OWNER
    reply.headers({ etag, 'cache-control': cacheControl, 'content-security-policy': STORED_FILE_POLICY })
    if (!name.isOurs) varyBy(reply, 'Cookie')
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    const bytes = await deps.images.get(name.sha256)
    if (!bytes) return reply.removeHeader('etag').header('cache-control', 'no-store').callNotFound()
    return reply.type(row.type).header('content-length', Number(row.size)).send(bytes)
  }
  // Images that exist do not count against the limit for anonymous requests, because a shared page may contain a
  // hundred of them. Requests for missing images count, because the not-found handler counts them.
  app.get('/images/:name', { config: { anonymousCost: 'none' } }, send)
}

/**
 * @returns a function that finds the image of a request; its result is undefined if the request has no right to see the
 *   image
 */
function imageFinder({ database, clock, jar }: ImagesRoutesDeps) {
  const { find, findOwn } = storedImages(database)
  const findSession = sessionFinder({ database, clock })
  return async (request: Named, { sha256, isOurs }: ImageName): Promise<StoredImage | undefined> => {
    if (isOurs) return find(sha256)
    const token = jar.read(request, SESSION_COOKIE)
    const session = token === undefined ? undefined : await findSession(token)
    return session ? findOwn(session.user.id, sha256) : undefined
  }
}
