import { dateOfNumber } from '../parsing/import-date.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

export const delicious: ImportFormat = {
  kind: 'json',
  itemsIn: 'root',
  read: (item) => ({
    url: item['url'],
    title: item['title'],
    tags: item['tags'],
    createdAt: dateOfNumber(item['created'], 'seconds'),
  }),
}
