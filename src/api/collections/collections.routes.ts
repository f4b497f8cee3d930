import { parseId } from '../../kernel/parse-id.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { MoveTarget } from '../../collections/move-target.ts'
import {
  COLLECTION_ICONS,
  COLLECTION_LAYOUTS,
  COLLECTION_SORTS,
  type Collection,
  type CollectionChange,
} from '../../collections/collection.ts'
import { collectionById } from '../../collections/collection-by-id.ts'
import type { ListCollections } from '../../collections/list-collections.ts'
import { currentRevision } from '../../entries/listing/count-lists.ts'
import {
  changeCollection,
  createCollection,
  moveInCollection,
} from '../../entries/undoable-actions/collection-actions.ts'
import type { CollectionActionDeps } from '../../entries/undoable-actions/collection-context.ts'
import { deleteCollection } from '../../entries/undoable-actions/delete-collection.ts'
import { performAction, type PerformDeps } from '../../entries/undoable-actions/perform-action.ts'
import type { CollectionId, EntryId, UserId } from '../../kernel/branded-ids.ts'
import { AppError } from '../../kernel/errors.ts'
import type { FormFields } from '../../kernel/form-body.ts'
import { fieldFlag, fieldIds, fieldText } from '../wire/body-fields.ts'
import { collectionIdOf, entryIdOf } from '../wire/path-ids.ts'
import { fieldsOf, viewerOf } from '../wire/request-context.ts'
import { sendJson } from '../wire/send-json.ts'
import { COLLECTION_SCHEMAS, MAX_ENTRIES } from './collection-schemas.ts'

export interface CollectionsRoutesDeps extends CollectionActionDeps, PerformDeps {
  readonly listCollections: ListCollections
  /** public address of this server, without a trailing slash */
  readonly baseUrl: string
  /** true if the operator allows public pages */
  readonly isSharing: boolean
}

/** Adds the routes for collections. They are not part of wallabag's API. */
export function addCollectionsRoutes(app: FastifyInstance, deps: CollectionsRoutesDeps): void {
  const schemas = COLLECTION_SCHEMAS
  app.get('/collections', { schema: schemas.list }, async (request, reply) => {
    const collections = await deps.listCollections(viewerOf(request))
    return sendJson(
      reply,
      collections.map((one) => presentCollection(deps, one)),
    )
  })
  app.post('/collections', { schema: schemas.create }, async (request, reply) => {
    const { id: owner } = viewerOf(request)
    const fields = fieldsOf(request)
    const change = changeOf(deps, fields)
    const { id } = await createCollection(deps, owner, { ...change, name: change.name ?? '' })
    return sendOne(deps, reply, owner, id)
  })
  app.get('/collections/:collection', { schema: schemas.read }, async (request, reply) =>
    sendOne(deps, reply, viewerOf(request).id, collectionIdOf(request)),
  )
  app.patch('/collections/:collection', { schema: schemas.change }, async (request, reply) => {
    const [{ id: owner }, id] = [viewerOf(request), collectionIdOf(request)]
    await changeCollection(deps, owner, id, changeOf(deps, fieldsOf(request)))
    return sendOne(deps, reply, owner, id)
  })
  app.delete('/collections/:collection', { schema: schemas.remove }, async (request, reply) => {
    const [viewer, id] = [viewerOf(request), collectionIdOf(request)]
    const collection = collectionById(await deps.listCollections(viewer), id)
    await deleteCollection(deps, viewer.id, id)
    return sendJson(reply, { ...presentCollection(deps, collection), public_url: null })
  })
  addEntryRoutes(app, deps)
}

function addEntryRoutes(app: FastifyInstance, deps: CollectionsRoutesDeps): void {
  const change = async (request: FastifyRequest, reply: FastifyReply, kind: 'collect' | 'uncollect') => {
    const viewer = viewerOf(request)
    const { id: collection } = collectionById(await deps.listCollections(viewer), collectionIdOf(request))
    const ids = fieldIds(fieldsOf(request), 'entries', { min: 1, max: MAX_ENTRIES }) as EntryId[]
    const { entries } = await performAction(deps, viewer.id, ids, { kind, collection })
    return sendJson(reply, { changed: entries })
  }
  const path = '/collections/:collection/entries'
  app.post(path, { schema: COLLECTION_SCHEMAS.add }, (request, reply) => change(request, reply, 'collect'))
  app.delete(path, { schema: COLLECTION_SCHEMAS.take }, (request, reply) => change(request, reply, 'uncollect'))
  app.patch(`${path}/:entry`, { schema: COLLECTION_SCHEMAS.move }, async (request, reply) => {
    const { id: owner } = viewerOf(request)
    const [collection, entry, target] = [collectionIdOf(request), entryIdOf(request), targetOf(fieldsOf(request))]
    await moveInCollection(deps, owner, { collection, entry }, target)
    return sendJson(reply, { changed: 1 })
  })
}

/** Loads a changed collection again, and sends it. */
async function sendOne(
  deps: CollectionsRoutesDeps,
  reply: FastifyReply,
  owner: UserId,
  id: CollectionId,
): Promise<FastifyReply> {
  const revision = await currentRevision(deps.database, owner)
  return sendJson(
    reply,
    presentCollection(deps, collectionById(await deps.listCollections({ id: owner, revision }), id)),
  )
}

/** @returns a collection in the format of the API */
export function presentCollection(
  { baseUrl, isSharing }: Pick<CollectionsRoutesDeps, 'baseUrl' | 'isSharing'>,
  collection: Collection,
) {
  const { id, name, icon, query, sort, layout, isPinned, publicId, isIndexable, createdAt, updatedAt } = collection
  const { description, curator } = collection
  return {
    id,
    name,
    icon,
    query,
    sort,
    layout: layout ?? null,
    pinned: isPinned,
    public_url: publicId === null || !isSharing ? null : `${baseUrl}/c/${publicId}`,
    indexable: isIndexable,
    description,
    curator,
    created_at: createdAt,
    updated_at: updatedAt,
  }
}

/**
 * Parses the fields of a request that creates or changes a collection.
 * @throws AppError `invalid_input` for an unknown value, or for `published` if sharing is disabled
 */
function changeOf({ isSharing }: CollectionsRoutesDeps, fields: FormFields): CollectionChange {
  const [name, query] = [fieldText(fields, 'name'), fieldText(fields, 'query')]
  const [icon, sort] = [word(fields, 'icon', COLLECTION_ICONS), word(fields, 'sort', COLLECTION_SORTS)]
  const [isPinned, isIndexable] = [fieldFlag(fields, 'pinned'), fieldFlag(fields, 'indexable')]
  const isPublic = fieldFlag(fields, 'published')
  if (isPublic && !isSharing) throw new AppError('invalid_input', 'public pages are disabled on this server')
  const layout = fields.get('layout') === null ? undefined : word(fields, 'layout', COLLECTION_LAYOUTS)
  return {
    ...(name !== undefined && { name }),
    ...(query !== undefined && { query }),
    ...(icon !== undefined && { icon }),
    ...(sort !== undefined && { sort }),
    ...(fields.get('layout') !== undefined && { layout }),
    ...(isPinned !== undefined && { isPinned }),
    ...(isIndexable !== undefined && { isIndexable }),
    ...(isPublic !== undefined && { isPublic }),
    ...textsOfPublicPage(fields),
  }
}

function textsOfPublicPage(fields: FormFields): Pick<CollectionChange, 'description' | 'curator'> {
  const [description, curator] = [fieldText(fields, 'description'), fieldText(fields, 'curator')]
  return { ...(description !== undefined && { description }), ...(curator !== undefined && { curator }) }
}

function word<Word extends string>(fields: FormFields, name: string, words: readonly Word[]): Word | undefined {
  const text = fieldText(fields, name)
  if (text === undefined || text === '') return undefined
  const found = words.find((one) => one === text)
  if (!found) throw new AppError('invalid_input', `${name} is one of: ${words.join(', ')}`)
  return found
}

function targetOf(fields: FormFields): MoveTarget {
  const to = fieldText(fields, 'to')
  if (to === 'first' || to === 'last' || to === 'up' || to === 'down') return to
  const [before, after] = [parseId(fieldText(fields, 'before')), parseId(fieldText(fields, 'after'))]
  if (before !== undefined) return { before }
  if (after !== undefined) return { after }
  throw new AppError('invalid_input', 'before, after or to is required')
}
