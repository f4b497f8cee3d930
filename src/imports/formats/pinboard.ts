import { labelText } from '../../tags/tag.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

export const pinboard: ImportFormat = {
  kind: 'json',
  itemsIn: 'root',
  read: (item) => ({
    url: item['href'],
    title: item['description'],
    tags: labelText(item['tags'])?.split(' '),
    isArchived: item['toread'] === 'no',
    createdAt: item['time'],
  }),
}
