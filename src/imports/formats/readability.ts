import type { ImportFormat } from '../parsing/row-parser.ts'

export const readability: ImportFormat = {
  kind: 'json',
  itemsIn: 'bookmarks',
  read: (item) => ({
    url: item['article__url'],
    title: item['article__title'],
    isArchived: item['archive'],
    isStarred: item['favorite'],
    createdAt: item['date_added'],
  }),
}
