import type { ImportFormat } from '../row-parser.ts'

export const pinboard: ImportFormat = {
  kind: 'json',
  itemsIn: 'root',
  read: (item) => ({
    url: item['href'],
    title: item['description'],
    tags: typeof item['tags'] === 'string' ? item['tags'].split(' ') : undefined,
    isArchived: item['toread'] === 'no',
    createdAt: item['time'],
  }),
}
