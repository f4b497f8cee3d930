import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { loadEntry } from '../entries/listing/load-entry.ts'
import { deleteEntry } from '../entries/deleting/delete-entry.ts'
import { patchEntry } from '../entries/changing/patch-entry.ts'
import { findEntryByAddress, type FindKnownEntries } from '../entries/entries-by-address.ts'
import type { LoadedEntry, LoadEntries } from '../entries/listing/load-entries.ts'
import { saveEntry, type SaveEntryDeps } from '../entries/saving/save-entry.ts'
import { loadAfterFetch } from '../entries/saving/load-after-fetch.ts'
import { UNKNOWN_TIME } from '../entries/entry.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import { disconnectSignal } from '../http/disconnect-signal.ts'
import type { SendCached } from '../http/response-cache.ts'
import { sendJsonBytes } from '../http/send-json-bytes.ts'
import { parseId } from '../kernel/parse-id.ts'
import type { KeyUserDeps } from '../keys/key-user.ts'
import type { CountedTag } from '../tags/list-tags.ts'
import { countAnonymousRequest } from '../throttling/anonymous-requests.ts'
import type { Throttle } from '../throttling/throttle.ts'
import { addBundles, type BundleDeps } from './bundle.routes.ts'
import { parseBookmark } from './bookmark-fields.ts'
import { presentBookmark } from './bookmark.presenter.ts'
import { addBodyParsers } from './body-parsers.ts'
import { addKeyAuthentication, userOf } from './key-authentication.ts'
import { watchPaths, type KnownPaths } from './known-paths.ts'
import { LinkdingError, sendLinkdingError } from './linkding-error.ts'
import { isSearch, listBookmarks, type ListBookmarksDeps, type Parameters } from './list-bookmarks.ts'
import { pageOf, presentPage } from './page.ts'
import { snapshotRoutes, type SnapshotDeps } from './snapshot.routes.ts'

interface LinkdingDeps extends KeyUserDeps, ListBookmarksDeps, SaveEntryDeps, SnapshotDeps, BundleDeps {
  readonly baseUrl: string
  readonly loadEntries: LoadEntries
  readonly findKnownEntries: FindKnownEntries
  readonly listTags: (owner: UserId) => Promise<CountedTag[]>
  readonly sendCached: SendCached
  readonly savesPerUser: Throttle
  /** waits for a limited time until the page of an entry has been fetched */
  readonly awaitEntry: (owner: UserId, id: EntryId, signal: AbortSignal) => Promise<void>
}

type OneId = { readonly Params: { readonly id: string } }

const WRITE = { config: { keyScope: 'write' } } as const
const WITHOUT_CONTENT = { hasContent: false } as const
const SAVE = { config: { keyScope: 'save' } } as const

/** @returns a plugin with the API of linkding 1.46, for apps that know linkding (docs/apps/linkding.md) */
export function linkdingRoutes(deps: LinkdingDeps): FastifyPluginAsync {
  return async (app) => {
    app.setErrorHandler((error, _request, reply) => sendLinkdingError(error, reply))
    // The Python client aiolinkding reads the version here before any other request.
    app.get('/health', async (request) => {
      await countAnonymousRequest(deps, request)
      return { version: VERSION, status: 'healthy' }
    })
    await app.register(apiRoutes(deps), { prefix: '/api' })
  }
}

function apiRoutes(deps: LinkdingDeps): FastifyPluginAsync {
  return async (app) => {
    const paths = watchPaths(app)
    addSlashRedirect(app, paths)
    addKeyAuthentication(app, deps)
    addBodyParsers(app)
    app.setNotFoundHandler((request, reply) => sendLinkdingError(noRoute(paths, request, reply), reply))
    app.get('/', { prefixTrailingSlash: 'slash' }, async () => ({}))
    addReading(app, deps)
    addChanges(app, deps)
    addBundles(app, deps)
    await app.register(snapshotRoutes(deps))
    app.get('/tags/', (request) => tags(deps, request))
    app.get<OneId>('/tags/:id/', async (request) => {
      const id = parseId(request.params.id)
      const tag = (await deps.listTags(userOf(request).id)).find((one) => one.id === id)
      if (!tag) throw new LinkdingError(404, { detail: 'No Tag matches the given query.' })
      return presentTag(tag)
    })
    app.get('/user/profile/', async () => PROFILE)
  }
}

function addReading(app: FastifyInstance, deps: LinkdingDeps): void {
  for (const [path, isArchived] of [['/bookmarks/', false] as const, ['/bookmarks/archived/', true] as const]) {
    app.get(path, async (request, reply) => {
      const [user, parameters] = [userOf(request), request.query as Parameters]
      const make = async () => {
        const page = await listBookmarks(deps, user, { parameters, isArchived })
        return Buffer.from(JSON.stringify(presentPage({ ...page, path: deps.baseUrl + request.url }, page.results)))
      }
      // The results of a search also depend on the time, and on what is already indexed.
      return isSearch(parameters) ? sendJsonBytes(reply, await make()) : deps.sendCached(request, reply, user, make)
    })
  }
  app.get('/bookmarks/check/', async (request) => {
    const { url } = request.query as Parameters
    const id =
      typeof url === 'string' ? await findEntryByAddress(deps.findKnownEntries, userOf(request).id, url) : undefined
    const found = await loadEntry(deps.loadEntries, userOf(request).id, id, WITHOUT_CONTENT)
    const { title = null, previewPicture = null } = found ? found.entry : {}
    const metadata = {
      url: typeof url === 'string' ? url : null,
      title,
      description: null,
      preview_image: previewPicture,
    }
    return { bookmark: found ? presentBookmark(found) : null, metadata, auto_tags: [] }
  })
  app.get<OneId>('/bookmarks/:id/', async (request) => presentBookmark(await requestedBookmark(deps, request)))
}

function addChanges(app: FastifyInstance, deps: LinkdingDeps): void {
  app.post('/bookmarks/', SAVE, async (request, reply) => reply.code(201).send(await save(deps, request, reply)))
  for (const method of ['PUT', 'PATCH'] as const) {
    app.route<OneId>({ method, url: '/bookmarks/:id/', ...WRITE, handler: (request) => change(deps, request) })
  }
  app.delete<OneId>('/bookmarks/:id/', WRITE, async (request, reply) => {
    const { entry } = await requestedBookmark(deps, request)
    await deleteEntry(deps, entry.ownerId, entry.id)
    return reply.code(204).send()
  })
  for (const [name, isArchived] of [['archive', true] as const, ['unarchive', false] as const]) {
    app.post<OneId>(`/bookmarks/:id/${name}/`, WRITE, async (request, reply) => {
      const { entry } = await requestedBookmark(deps, request)
      await patchEntry(deps, entry.ownerId, entry.id, { fields: { isArchived }, requestId: request.id })
      return reply.code(204).send()
    })
  }
}

async function save(deps: LinkdingDeps, request: FastifyRequest, reply: FastifyReply) {
  const { id: owner } = userOf(request)
  const { address, input } = parseBookmark(request.body, { needsUrl: true })
  await deps.savesPerUser.take(String(owner))
  const { id } = await saveEntry(deps, { owner, address: address!, fields: input, requestId: request.id })
  await deps.awaitEntry(owner, id, disconnectSignal(reply.raw))
  const loaded = await loadAfterFetch(deps, owner, { id, address: address!.url }, WITHOUT_CONTENT)
  if (!loaded) throw noBookmark()
  return presentBookmark(loaded)
}

async function change(deps: LinkdingDeps, request: FastifyRequest<OneId>) {
  const { entry } = await requestedBookmark(deps, request)
  const { address, input } = parseBookmark(request.body, { needsUrl: request.method === 'PUT' })
  const isOther = address && (await findEntryByAddress(deps.findKnownEntries, entry.ownerId, address.url)) !== entry.id
  if (isOther) throw new LinkdingError(400, { url: ['The address of a saved page cannot be changed.'] })
  await patchEntry(deps, entry.ownerId, entry.id, { fields: input, requestId: request.id })
  return presentBookmark(await requestedBookmark(deps, request))
}

async function tags({ listTags, baseUrl }: LinkdingDeps, request: FastifyRequest) {
  const all = await listTags(userOf(request).id)
  const { limit, offset } = pageOf(request.query as Parameters)
  const page = { limit, offset, count: all.length, path: baseUrl + request.url }
  return presentPage(page, all.slice(offset, offset + limit).map(presentTag))
}

/** @returns a tag of linkding's API. Tags have no date here. */
const presentTag = ({ id, label }: CountedTag) => ({ id, name: label, date_added: UNKNOWN_TIME })

/** @throws LinkdingError 404 if the user has no such bookmark */
async function requestedBookmark(deps: LinkdingDeps, request: FastifyRequest<OneId>): Promise<LoadedEntry> {
  const id = parseId<EntryId>(request.params.id)
  const found = await loadEntry(deps.loadEntries, userOf(request).id, id, WITHOUT_CONTENT)
  if (!found) throw noBookmark()
  return found
}

const noBookmark = () => new LinkdingError(404, { detail: 'No Bookmark matches the given query.' })

/** @returns the error for a request without a route: 404, or 405 with the header `Allow` */
function noRoute(paths: KnownPaths, { method, url }: FastifyRequest, reply: FastifyReply): LinkdingError {
  const methods = paths.methodsOf(url.split('?', 1)[0]!)
  if (!methods) return new LinkdingError(404, { detail: 'Not found.' })
  reply.header('allow', methods.join(', '))
  return new LinkdingError(405, { detail: `Method "${method}" not allowed.` })
}

/** Redirects addresses without a trailing slash, as linkding does. */
function addSlashRedirect(app: FastifyInstance, paths: KnownPaths): void {
  app.addHook('onRequest', async (request, reply) => {
    const [path = '', query] = request.url.split('?', 2)
    if (path.endsWith('/') || !paths.methodsOf(`${path}/`)) return undefined
    return reply.redirect(`${path}/${query === undefined ? '' : `?${query}`}`, 301)
  })
}

/** The version of linkding whose API this is. */
const VERSION = '1.46.2'

/** The settings of linkding's own pages, which some apps read. */
const PROFILE = {
  theme: 'auto',
  bookmark_date_display: 'relative',
  bookmark_link_target: '_blank',
  web_archive_integration: 'disabled',
  tag_search: 'strict',
  enable_sharing: false,
  enable_public_sharing: false,
  enable_favicons: true,
  display_url: false,
  permanent_notes: false,
  search_preferences: {},
  version: VERSION,
}
