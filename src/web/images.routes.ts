import { matchesEtag } from '../http/matches-etag.ts'
import type { ImageAddresses, ImageName } from '../images/image-address.ts'
import { storedImages, type StoredImage } from '../images/image.repository.ts'
import type { ImageStore } from '../images/image-store.ts'
import { extensionOf } from '../images/image-type.ts'
import type { UrlSecrets } from '../throttling/url-secret-throttle.ts'
import { sessionFinder, type SessionDeps } from '../users/sessions/session.ts'
import { STORED_FILE_POLICY } from './content-security-policy.ts'
import { SESSION_COOKIE } from './web-context.ts'
import type { ServerRequest, ServerRoutes } from './server-routes.ts'
import { dataResponse, UNKNOWN_ADDRESS } from './server-response.ts'

export interface ImagesRoutesDeps extends SessionDeps {
  readonly images: ImageStore
  readonly imageAddresses: ImageAddresses
  readonly secrets: UrlSecrets
}

type Named = ServerRequest<{ readonly name: string }>

const FOR_EVER = 'public, max-age=31536000, immutable'
const FOR_OWNER = 'private, max-age=86400'

/**
 * Adds the route of the stored image copies. An address with a valid key cannot be guessed, so it needs no session.
 * Without a valid key, an image is sent only to the owner of an entry that contains it.
 */
export function addImagesRoutes(routes: ServerRoutes, deps: ImagesRoutesDeps): void {
  const find = imageFinder(deps)
  const send = async (request: Named) => {
    const name = deps.imageAddresses.read(request.params.name)
    const row = name && (await find(request, name))
    if (name && !name.isOurs && !row) await deps.secrets.missed(request)
    if (!row || extensionOf(row.type) !== name?.extension) return UNKNOWN_ADDRESS
    const etag = `"${Buffer.from(name.sha256).toString('hex')}"`
    const cacheControl = name.isOurs ? FOR_EVER : FOR_OWNER
    const headers = {
      etag,
      'cache-control': cacheControl,
      'content-security-policy': STORED_FILE_POLICY,
      ...(!name.isOurs && { vary: 'Cookie' }),
    }
    if (matchesEtag(request.headers['if-none-match'], etag)) return dataResponse(undefined, headers, 304)
    const bytes = await deps.images.get(name.sha256)
    if (!bytes) return UNKNOWN_ADDRESS
    return dataResponse(bytes, { ...headers, 'content-type': row.type, 'content-length': String(row.size) })
  }
  // Images that exist do not count against the limit for anonymous requests, because a shared page may contain a
  // hundred of them. Requests for missing images count, because the not-found handler counts them.
  routes.get('/images/:name', send, { anonymousCost: 'none' })
}

/**
 * @returns a function that finds the image of a request; its result is undefined if the request has no right to see the
 *   image
 */
function imageFinder({ database, clock }: ImagesRoutesDeps) {
  const { find, findOwn } = storedImages(database)
  const findSession = sessionFinder({ database, clock })
  return async (request: Named, { sha256, isOurs }: ImageName): Promise<StoredImage | undefined> => {
    if (isOurs) return find(sha256)
    const token = request.cookies.read(SESSION_COOKIE)
    const session = token === undefined ? undefined : await findSession(token)
    return session ? findOwn(session.user.id, sha256) : undefined
  }
}
