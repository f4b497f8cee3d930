import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { queryOf } from '../http/query-of.ts'
import { StatusError } from '../http/send-error.ts'
import { matchesEtag } from '../http/matches-etag.ts'
import type { SendCached } from '../http/response-cache.ts'
import { allAnnotationLister } from '../annotations/list-all-annotations.ts'
import type { AnnotationListDeps } from '../annotations/list-annotations.ts'
import type { ImageAddresses } from '../images/image-address.ts'
import { requireId } from '../kernel/parse-id.ts'
import { cardCopyLoader, copyLoader } from '../images/load-image-copies.ts'
import { entryChangeLister } from '../sync/list-entry-changes.ts'
import { chargeAnonymousRequest } from '../throttling/anonymous-requests.ts'
import type { AppScope } from '../users/passwords/app-scopes.ts'
import {
  annotate,
  changeOneAnnotation,
  listAnnotations,
  removeAnnotation,
  showAnnotations,
  type AnnotationEndpointDeps,
} from './content/change-annotations.ts'
import { listBookmarks, showBookmark } from './bookmarks/read-bookmarks.ts'
import { changeBookmark, removeBookmark, type ChangeBookmarkDeps } from './bookmarks/change-bookmark.ts'
import {
  addCollection,
  changeOneCollection,
  listCollections,
  removeCollection,
  showCollection,
  type CollectionEndpointDeps,
} from './bookmarks/collection-endpoints.ts'
import { createBookmark, type CreateBookmarkDeps } from './bookmarks/create-bookmark.ts'
import { sendArticle, sendFile, sendList, sendLog, sendProperties, type FileDeps } from './content/send-files.ts'
import { deleteLabel, renameLabel, showLabels, type LabelsDeps } from './bookmarks/label-endpoints.ts'
import { listChanges, sendBookmarks, type SyncDeps } from './content/send-changes.ts'
import {
  findEndpoints,
  type Endpoint,
  type Endpoints,
  type KeyCall,
  type Method,
  type PublicCall,
} from './wire/endpoint.ts'
import { authenticateKey, requireScope, type KeyDeps } from './account/key.ts'
import {
  authorize,
  describeServer,
  grantToken,
  registerClient,
  revoke,
  startDevice,
  type OauthEndpointDeps,
} from './account/oauth-endpoints.ts'
import { presentProfile, type ProfileDeps } from './account/profile.presenter.ts'
import { notFound, sendReadeckError } from './wire/readeck-error.ts'

/** What the interface needs of the server. */
export type ReadeckDeps = KeyDeps &
  OauthEndpointDeps &
  ProfileDeps &
  CreateBookmarkDeps &
  LabelsDeps &
  Omit<ChangeBookmarkDeps & AnnotationEndpointDeps & CollectionEndpointDeps & FileDeps & SyncDeps, keyof OwnParts> & {
    readonly imageAddresses: ImageAddresses
    readonly sendCached: SendCached
  }

type OwnParts = ReturnType<typeof ownParts>

/** @returns the parts that only this interface uses */
function ownParts(deps: AnnotationListDeps & { readonly imageAddresses: ImageAddresses }) {
  return {
    findCopies: cardCopyLoader(deps.database, deps.imageAddresses),
    loadCopies: copyLoader(deps.database, deps.imageAddresses),
    listAllAnnotations: allAnnotationLister(deps),
    listEntryChanges: entryChangeLister(deps.database),
  }
}

interface ReadeckInterface {
  answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  sendError(error: unknown, reply: FastifyReply): FastifyReply
}

/** The version of Readeck whose API this is. */
const VERSION = { canonical: '0.22.3', release: '0.22.3', build: '' }

const loaded = new WeakMap<ReadeckDeps, ReadeckInterface>()

/** @returns the API of Readeck, as functions of requests */
export function readeckInterface(deps: ReadeckDeps): ReadeckInterface {
  const known = loaded.get(deps)
  if (known) return known
  const endpoints = endpointsOf({ ...deps, ...ownParts(deps) })
  const made: ReadeckInterface = {
    answer: (request, reply) => answer(deps, endpoints, request, reply),
    sendError: sendReadeckError,
  }
  loaded.set(deps, made)
  return made
}

type AllDeps = ReadeckDeps & OwnParts
type Answer<Call> = (deps: AllDeps, call: Call) => unknown

/** Adds the dependencies to the functions that answer requests. */
function endpointsOf(deps: AllDeps): Endpoints {
  const open = (one: Answer<PublicCall>): Endpoint => ({ isPublic: true, answer: (call) => one(deps, call) })
  const keyed =
    (scope?: AppScope) =>
    (one: Answer<KeyCall>): Endpoint => ({ ...(scope && { scope }), answer: (call) => one(deps, call) })
  const [anyKey, read, save, write] = [keyed(), keyed('read'), keyed('save'), keyed('write')]
  const [list, one] = ['/api/bookmarks', '/api/bookmarks/:id']
  return {
    '/api/info': { GET: open(() => ({ version: VERSION, features: ['oauth'] })) },
    '/.well-known/oauth-authorization-server': { GET: open(describeServer) },
    '/authorize': { GET: open(authorize) },
    '/bookmarks/:id': { GET: open(openBookmark) },
    '/api/oauth/client': { POST: open(registerClient) },
    '/api/oauth/device': { POST: open(startDevice) },
    '/api/oauth/token': { POST: open(grantToken) },
    '/api/oauth/revoke': { POST: anyKey(revoke) },
    '/api/profile': { GET: anyKey((_, { key }) => presentProfile(deps, key)) },
    [list]: { GET: read(listBookmarks), POST: save(createBookmark) },
    [`${list}/sync`]: { GET: read(listChanges), POST: read(sendBookmarks) },
    [`${list}/annotations`]: { GET: read(listAnnotations) },
    [`${list}/labels`]: { GET: read(showLabels), PATCH: write(renameLabel), DELETE: write(deleteLabel) },
    [`${list}/collections`]: { GET: read(listCollections), POST: write(addCollection) },
    [`${list}/collections/:id`]: {
      GET: read(showCollection),
      PATCH: write(changeOneCollection),
      DELETE: write(removeCollection),
    },
    [`${list}/export.epub`]: { GET: read(sendList('epub')) },
    [`${list}/export.md`]: { GET: read(sendList('md')) },
    [one]: { GET: read(showBookmark), PATCH: write(changeBookmark), DELETE: write(removeBookmark) },
    [`${one}/article`]: { GET: read(sendArticle) },
    [`${one}/annotations`]: { GET: read(showAnnotations), POST: write(annotate) },
    [`${one}/annotations/:annotation`]: { PATCH: write(changeOneAnnotation), DELETE: write(removeAnnotation) },
    [`${one}/x/log`]: { GET: read(sendLog) },
    [`${one}/x/props.json`]: { GET: read(sendProperties) },
    [`${one}/:file`]: { GET: read(sendFile) },
  }
}

/** Sends the browser to the page of a bookmark, to which the notes of the Obsidian plugin link. */
async function openBookmark(_deps: AllDeps, { parts, reply }: PublicCall) {
  return reply.redirect(`/view/${requireId(parts['id'] ?? '', 'bookmark')}`, 303)
}

/** Answers a request. Checks the key before the path, so that addresses reveal nothing without one. */
async function answer(deps: ReadeckDeps, all: Endpoints, request: FastifyRequest, reply: FastifyReply) {
  const [path = ''] = request.url.split('?', 1)
  const query = queryOf(request.url)
  const found = findEndpoints(all, path.slice(path.indexOf('/', 1)))
  const endpoint = found?.endpoints[request.method as Method]
  const isPublic = Object.values(found?.endpoints ?? {}).some((one) => one.isPublic)
  if (isPublic) await chargeAnonymousRequest(deps, request)
  const key = isPublic ? undefined : await authenticateKey(deps, request)
  if (!found) throw notFound()
  if (!endpoint) {
    reply.header('allow', Object.keys(found.endpoints).join(', '))
    throw new StatusError(405)
  }
  const call = { query, parts: found.parts, request, reply }
  if (endpoint.isPublic) return endpoint.answer(call)
  if (!key) throw new StatusError(401)
  if (endpoint.scope) requireScope(key, endpoint.scope)
  return ifChanged(await endpoint.answer({ ...call, key }), request, reply)
}

/** @returns the body of a response, with an entity tag if it is JSON; none if the app has the same body already */
function ifChanged(body: unknown, { method, headers }: FastifyRequest, reply: FastifyReply): unknown {
  if (method !== 'GET' || reply.sent || typeof body !== 'object' || body === reply) return body
  const json = JSON.stringify(body)
  const tag = `"${hash('sha256', json, 'hex').slice(0, 16)}"`
  reply.header('etag', tag).header('cache-control', 'private')
  if (matchesEtag(headers['if-none-match'], tag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(json)
}
