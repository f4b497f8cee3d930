import type * as server from '../../../src/collections/change-collections.ts'

export const NEW_COLLECTION: typeof server.NEW_COLLECTION = {
  icon: 'folder',
  query: '',
  sort: 'manual',
  layout: undefined,
  isPinned: true,
  isIndexable: false,
}

export const MERGED_FIELDS: typeof server.MERGED_FIELDS = ['name', 'icon', 'query', 'sort', 'layout', 'isPinned']
