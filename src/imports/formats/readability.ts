import type { ImportFormat } from '../parsing/row-parser.ts'

/**
 * Readability's JSON (wallabag contract, section 11).
 *
 * Members of an object in `bookmarks`: `article__url`; `article__title`; `archive`, with `date_archived`; `favorite`, with
 * `date_favorited`; `date_added`. Not imported: `article__excerpt`, the beginning of the text.
 */
export const readability: ImportFormat = {
  kind: 'json',
  itemsIn: 'bookmarks',
  read: (item) => ({
    url: item['article__url'],
    title: item['article__title'],
    isArchived: item['archive'],
    archivedAt: item['date_archived'],
    isStarred: item['favorite'],
    starredAt: item['date_favorited'],
    createdAt: item['date_added'],
  }),
}
