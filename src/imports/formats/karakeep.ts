import { savingTimeOf } from '../parsing/import-date.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'
import { collectionsOfKarakeep } from './karakeep-lists.ts'

/**
 * The JSON export of Karakeep, formerly Hoarder (its packages/shared/import-export/exporters.ts).
 *
 * Members of a bookmark: `createdAt`, in seconds; `title`; `tags`; `lists`, the ids of its lists, which are at the end of
 * the file; `content`, with `type` and `url` or `text`; `note`; `archived`. Not imported: `customMetadata`. Texts and files
 * have no address and are left out.
 */
export const karakeep: ImportFormat = {
  kind: 'json',
  itemsIn: 'bookmarks',
  collections: { itemsIn: 'lists', read: collectionsOfKarakeep },
  read: (item) => {
    const { content } = item
    const url = typeof content === 'object' && content !== null ? Reflect.get(content, 'url') : undefined
    if (url === undefined) return { leftOut: 'noPage' }
    return {
      url,
      title: item['title'],
      tags: item['tags'],
      isArchived: item['archived'],
      isStarred: item['favourited'],
      collections: item['lists'],
      note: item['note'],
      createdAt: savingTimeOf(item['createdAt']),
    }
  },
}
