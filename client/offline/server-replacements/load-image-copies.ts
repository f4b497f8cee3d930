import type * as server from '../../../src/images/load-image-copies.ts'
import { libraryOf } from '../library-as-database.ts'

export const copyLoader: typeof server.copyLoader = (database) => async (_owner, id) => {
  const content = await libraryOf(database).store.get('contents', id)
  const copies = new Map(content?.copies)
  return (address) => copies.get(address)
}
