import { notFound } from '../kernel/errors.ts'
import type { Collection } from './collection.ts'

/** @returns the collection with this id @throws AppError `not_found` if there is none */
export function collectionById(collections: readonly Collection[], id: number): Collection {
  const found = collections.find((one) => one.id === id)
  if (!found) throw notFound('collection')
  return found
}
