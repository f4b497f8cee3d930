import type * as server from '../../../src/collections/change-collections.ts'
import { needsNetwork } from './needs-network.ts'

const refuse = async (): Promise<never> => {
  throw needsNetwork()
}

export const createCollection = refuse
export const changeCollection = refuse
export const moveCollection = refuse
export const moveEntry = refuse

export const NEW_COLLECTION: typeof server.NEW_COLLECTION = {
  icon: 'folder',
  query: '',
  sort: 'manual',
  layout: undefined,
  isPinned: true,
  isIndexable: false,
}
