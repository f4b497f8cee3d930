import { dateOfNumber } from '../parsing/import-date.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

/** GoodLinks' export. Times are in seconds. A link has a `readAt` only if the user has read it. */
export const goodlinks: ImportFormat = {
  kind: 'json',
  itemsIn: 'root',
  read: (item) => {
    const readAt = dateOfNumber(item['readAt'], 'seconds')
    return {
      url: item['url'],
      title: item['title'],
      authors: item['author'],
      tags: item['tags'],
      isArchived: readAt !== undefined,
      archivedAt: readAt,
      isStarred: item['starred'],
      createdAt: dateOfNumber(item['addedAt'], 'seconds'),
    }
  },
}
