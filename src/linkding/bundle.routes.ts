import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Collection } from '../collections/collection.ts'
import type { ListCollections } from '../collections/list-collections.ts'
import { changeCollection, createCollection, moveCollection } from '../entries/undoable-actions/collection-actions.ts'
import type { CollectionActionDeps } from '../entries/undoable-actions/collection-context.ts'
import { deleteCollection } from '../entries/undoable-actions/delete-collection.ts'
import { currentRevision } from '../entries/listing/count-lists.ts'
import type { CollectionId } from '../kernel/branded-ids.ts'
import { parseId } from '../kernel/parse-id.ts'
import type { KeyUser } from '../keys/key-user.ts'
import { parseBundle } from './bundle-fields.ts'
import { userOf } from './key-authentication.ts'
import { LinkdingError } from './linkding-error.ts'
import { pageOf, presentPage } from './page.ts'

export interface BundleDeps extends CollectionActionDeps {
  readonly listCollections: ListCollections
  /** public address of this server, without a slash at the end */
  readonly baseUrl: string
}

type OneId = { readonly Params: { readonly id: string } }

const WRITE = { config: { keyScope: 'write' } } as const

/** Adds the routes for bundles, the stored searches of linkding. Here they are the collections with a query. */
export function addBundles(app: FastifyInstance, deps: BundleDeps): void {
  app.get('/bundles/', async (request) => {
    const { limit, offset } = pageOf(request.query as Record<string, unknown>)
    const all = await bundlesOf(deps, userOf(request))
    const page = { limit, offset, count: all.length, path: deps.baseUrl + request.url }
    return presentPage(page, all.map(presentBundle).slice(offset, offset + limit))
  })
  app.get<OneId>('/bundles/:id/', async (request) => presentOne(deps, userOf(request), requestedId(request)))
  app.post('/bundles/', WRITE, async (request, reply) => {
    const user = userOf(request)
    const { name = '', query = '' } = parseBundle(request.body, { needsName: true })
    // A collection without a query would contain only what is picked by hand.
    const { id } = await createCollection(deps, user.id, { name, query: query === '' ? EVERYTHING : query })
    return reply.code(201).send(await presentOne(deps, user, id))
  })
  for (const method of ['PUT', 'PATCH'] as const) {
    app.route<OneId>({ method, url: '/bundles/:id/', ...WRITE, handler: (request) => change(deps, request) })
  }
  app.delete<OneId>('/bundles/:id/', WRITE, async (request, reply) => {
    const user = userOf(request)
    const { id } = await requireBundle(deps, user, requestedId(request))
    await deleteCollection(deps, user.id, id)
    return reply.code(204).send()
  })
}

/** A query that all entries match. */
const EVERYTHING = 'saved:>1970-01-01'

async function change(deps: BundleDeps, request: FastifyRequest<OneId>) {
  const user = userOf(request)
  const { name, query, order } = parseBundle(request.body, { needsName: request.method === 'PUT' })
  const { id } = await requireBundle(deps, user, requestedId(request))
  await changeCollection(deps, user.id, id, { ...(name && { name }), ...(query && { query }) })
  if (order !== undefined) {
    const others = (await bundlesOf(deps, user)).filter((one) => one.id !== id)
    const next = others[order]
    await moveCollection(deps, user.id, id, next ? { before: next.id } : 'last')
  }
  return presentOne(deps, user, id)
}

async function bundlesOf({ listCollections, database }: BundleDeps, { id }: KeyUser): Promise<readonly Collection[]> {
  const revision = await currentRevision(database, id)
  return (await listCollections({ id, revision })).filter(({ query }) => query !== '')
}

async function requireBundle(deps: BundleDeps, user: KeyUser, id: CollectionId | undefined): Promise<Collection> {
  const found = (await bundlesOf(deps, user)).find((one) => one.id === id)
  if (!found) throw new LinkdingError(404, { detail: 'No BookmarkBundle matches the given query.' })
  return found
}

async function presentOne(deps: BundleDeps, user: KeyUser, id: CollectionId | undefined) {
  const { id: known } = await requireBundle(deps, user, id)
  const all = await bundlesOf(deps, user)
  const place = all.findIndex((one) => one.id === known)
  return presentBundle(all[place]!, place)
}

const requestedId = ({ params }: FastifyRequest<OneId>): CollectionId | undefined => parseId<CollectionId>(params.id)

/** @returns a collection as a bundle. All its conditions are in `search`. */
function presentBundle({ id, name, query, createdAt, updatedAt }: Collection, order: number) {
  return {
    id,
    name,
    search: query === EVERYTHING ? '' : query,
    any_tags: '',
    all_tags: '',
    excluded_tags: '',
    filter_unread: 'off',
    filter_shared: 'off',
    order,
    date_created: createdAt,
    date_modified: updatedAt,
  }
}
