import { dateOfNumber } from '../parsing/import-date.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'
import { collectionsOfKarakeep } from './karakeep-lists.ts'

/**
 * The export of Karakeep (formerly Hoarder). Notes and files have no address and are skipped. Each bookmark contains
 * the ids of its lists; the lists themselves are at the end of the file.
 */
export const karakeep: ImportFormat = {
  kind: 'json',
  itemsIn: 'bookmarks',
  collections: { itemsIn: 'lists', read: collectionsOfKarakeep },
  read: (item) => {
    const { content } = item
    const url = typeof content === 'object' && content !== null ? Reflect.get(content, 'url') : undefined
    if (url === undefined) return undefined
    return {
      url,
      title: item['title'],
      tags: item['tags'],
      isArchived: item['archived'],
      isStarred: item['favourited'],
      collections: item['lists'],
      createdAt: dateOfNumber(item['createdAt'], 'seconds') ?? item['createdAt'],
    }
  },
}
