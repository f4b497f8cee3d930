import type { FastifyRequest } from 'fastify'
import { notFound } from '../../kernel/errors.ts'
import type { CollectionId, EntryId, TagId } from '../../kernel/brand.ts'

/** @returns the id of the entry in the path @throws AppError `not_found` unless it is an integer in the range of ids */
export function entryIdOf(request: FastifyRequest): EntryId {
  return idIn((request.params as { readonly entry: string }).entry, 'entry') as EntryId
}

/** @returns the id of the tag in the path @throws AppError `not_found` */
export function tagIdOf(request: FastifyRequest): TagId {
  return idIn((request.params as { readonly tag: string }).tag, 'tag') as TagId
}

/** @returns the id of the collection in the path @throws AppError `not_found` */
export function collectionIdOf(request: FastifyRequest): CollectionId {
  return idIn((request.params as { readonly collection: string }).collection, 'collection') as CollectionId
}

/** @returns the id in the path of a route whose parameter is `id` @throws AppError `not_found` */
export function idOf(request: FastifyRequest, what: string): number {
  return idIn((request.params as { readonly id: string }).id, what)
}

function idIn(text: string, what: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound(what)
  return Number(text)
}
