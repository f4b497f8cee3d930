import type * as server from '../../../src/collections/list-collections.ts'
import { notFound } from '../../../src/kernel/errors.ts'

export const collectionOf: typeof server.collectionOf = (collections, id) => {
  const found = collections.find((one) => one.id === id)
  if (!found) throw notFound('collection')
  return found
}
