import { collectionById } from '../../collections/collection-by-id.ts'
import { MAX_NAME, type Collection } from '../../collections/collection.ts'
import type { ListCollections } from '../../collections/list-collections.ts'
import type { Database } from '../../db/database.ts'
import { changeCollection, createCollection } from '../../entries/undoable-actions/collection-actions.ts'
import type { CollectionActionDeps } from '../../entries/undoable-actions/collection-context.ts'
import { deleteCollection } from '../../entries/undoable-actions/delete-collection.ts'
import { currentRevision } from '../../entries/listing/count-lists.ts'
import { ORDINARY_BODY } from '../../kernel/body-limits.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { parseId } from '../../kernel/parse-id.ts'
import type { KeyCall } from '../wire/endpoint.ts'
import { FILTERS, queryOf, type Filters } from './list-filters.ts'
import { flag, readForm, required, text } from '../wire/form.ts'
import { pageOf, setPageHeaders } from '../wire/page.ts'
import { readFields } from '../wire/sent-fields.ts'
import { StatusError } from '../../http/send-error.ts'

export interface CollectionEndpointDeps extends CollectionActionDeps {
  readonly database: Database
  readonly baseUrl: string
  readonly listCollections: ListCollections
}

const USUAL_LIMIT = 30
const NEW = { ...FILTERS, is_pinned: flag, name: required(text(MAX_NAME)) }
const CHANGE = { ...FILTERS, is_pinned: flag, name: text(MAX_NAME) }

/** Answers a page of the collections. */
export async function listCollections(deps: CollectionEndpointDeps, { key, query, reply }: KeyCall) {
  const { limit, offset } = pageOf(query, USUAL_LIMIT)
  const all = await deps.listCollections(key)
  setPageHeaders(reply, { limit, offset, total: all.length, address: addressOf(deps), query })
  return all.slice(offset, offset + limit).map((one) => presentCollection(deps, one))
}

/** Answers one collection. */
export async function showCollection(deps: CollectionEndpointDeps, { key, parts }: KeyCall) {
  return presentCollection(deps, await findCollection(deps, key.id, parts['id']))
}

/** Creates a collection from conditions, which become its query (docs/query.md). */
export async function addCollection(deps: CollectionEndpointDeps, { key, request, reply }: KeyCall) {
  const { name, is_pinned: _, ...filters } = readForm(NEW, await readFields(request, ORDINARY_BODY), 422)
  const given = { name: name!, query: requiredQuery(filters), isPinned: false }
  const { id } = await createCollection(deps, key.id, given)
  reply.code(201).header('location', `${addressOf(deps)}/${id}`)
  return { status: 201, message: 'Collection created' }
}

/** Changes a collection. Given conditions replace its query. Answers the changed fields. */
export async function changeOneCollection(deps: CollectionEndpointDeps, { key, parts, request }: KeyCall) {
  const { id } = await findCollection(deps, key.id, parts['id'])
  const sent = await readFields(request, ORDINARY_BODY)
  const { name, is_pinned: isPinned, ...filters } = readForm(CHANGE, sent, 422)
  if (name === '') readForm(NEW, sent, 422)
  const hasFilters = Object.keys(filters).length > 0
  await changeCollection(deps, key.id, id, {
    ...(name !== undefined && { name }),
    ...(isPinned !== undefined && { isPinned }),
    ...(hasFilters && { query: requiredQuery(filters) }),
  })
  const after = await findCollection(deps, key.id, parts['id'])
  const names = Object.keys({
    ...filters,
    ...(name !== undefined && { name }),
    ...(isPinned !== undefined && { is_pinned: 1 }),
  })
  const shown: Readonly<Record<string, unknown>> = presentCollection(deps, after)
  const changed = Object.fromEntries(names.map((field) => [field, shown[field] ?? null]))
  return { id: String(id), ...changed, updated: after.updatedAt }
}

/** Deletes a collection. Its entries stay. */
export async function removeCollection(deps: CollectionEndpointDeps, { key, parts, reply }: KeyCall) {
  const { id } = await findCollection(deps, key.id, parts['id'])
  await deleteCollection(deps, key.id, id)
  return reply.code(204).send()
}

/** @returns the collection as it is now @throws AppError `not_found` */
async function findCollection(
  deps: CollectionEndpointDeps,
  owner: UserId,
  id: string | undefined,
): Promise<Collection> {
  const revision = await currentRevision(deps.database, owner)
  return collectionById(await deps.listCollections({ id: owner, revision }), parseId(id) ?? 0)
}

function requiredQuery(filters: Filters): string {
  const query = queryOf(filters)
  if (query === undefined) throw new StatusError(422, 'The conditions are too long.')
  return query
}

const addressOf = ({ baseUrl }: CollectionEndpointDeps) => `${baseUrl}/readeck/api/bookmarks/collections`

/** A query cannot be taken apart into Readeck's conditions, so it is shown as the search. */
function presentCollection(deps: CollectionEndpointDeps, one: Collection) {
  return {
    id: String(one.id),
    href: `${addressOf(deps)}/${one.id}`,
    created: one.createdAt,
    updated: one.updatedAt,
    name: one.name,
    is_pinned: one.isPinned,
    is_deleted: false,
    search: one.query,
    title: '',
    author: '',
    site: '',
    type: null,
    labels: '',
    read_status: null,
    is_marked: null,
    is_archived: null,
    is_loaded: null,
    has_errors: null,
    has_labels: null,
    range_start: '',
    range_end: '',
  }
}
