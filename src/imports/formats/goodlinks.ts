import { dateOfNumber, savingTimeOf } from '../parsing/import-date.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

/**
 * GoodLinks' JSON export (the columns of its table `link`, which scripts on GitHub read).
 *
 * Members: `url`; `title`; `author`; `tags`, a list; `summary`, a text that users can edit, which becomes the note;
 * `preview`, the address of a picture; `starred`; `addedAt`, in seconds; `readAt`, in seconds, only if the user has read
 * the page. Not imported: `id`, `originalURL`, `modifiedAt`, `fetchStatus`, `status`.
 */
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
      note: item['summary'],
      previewPicture: item['preview'],
      isArchived: readAt !== undefined,
      archivedAt: readAt,
      isStarred: item['starred'],
      createdAt: savingTimeOf(item['addedAt']),
    }
  },
}
