import { requireId } from '../../kernel/parse-id.ts'
import type { FastifyRequest } from 'fastify'
import type { CollectionId, EntryId, TagId } from '../../kernel/branded-ids.ts'

/** @returns the id of the entry in the path @throws AppError `not_found` if it is not a valid id */
export function entryIdOf(request: FastifyRequest): EntryId {
  return requireId((request.params as { readonly entry: string }).entry, 'entry') as EntryId
}

/** @returns the id of the tag in the path @throws AppError `not_found` if it is not a valid id */
export function tagIdOf(request: FastifyRequest): TagId {
  return requireId((request.params as { readonly tag: string }).tag, 'tag') as TagId
}

/** @returns the id of the collection in the path @throws AppError `not_found` if it is not a valid id */
export function collectionIdOf(request: FastifyRequest): CollectionId {
  return requireId((request.params as { readonly collection: string }).collection, 'collection') as CollectionId
}

/**
 * @param what kind of object, such as "entry", for the error
 * @returns the value of the path parameter `id`
 * @throws AppError `not_found` if it is not a valid id
 */
export function idOf(request: FastifyRequest, what: string): number {
  return requireId((request.params as { readonly id: string }).id, what)
}
