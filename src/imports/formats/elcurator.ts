import type { ImportFormat } from '../parsing/row-parser.ts'

export const elcurator: ImportFormat = {
  kind: 'json',
  itemsIn: 'root',
  read: (item) => ({
    url: item['url'],
    title: item['title'],
    tags: item['tags'],
    isStarred: item['is_saved'],
    createdAt: item['created_at'],
  }),
}
