import type { ImportFormat } from '../parsing/row-parser.ts'

/**
 * Readability's JSON. The service has shut down; its members are known from the exports in wallabag's tests
 * (tests/Wallabag/ImportBundle/fixtures/readability.json, version 2.3) and from 1flow's importer
 * (oneflow/core/models/reldb/userimport.py).
 *
 * Members of an object in `bookmarks`: `article__url`; `article__title`; `archive`, with `date_archived`; `favorite`, with
 * `date_favorited`; `date_added`. Not imported: `article__excerpt`, the beginning of the text.
 */
export const readability: ImportFormat = {
  kind: 'json',
  itemsIn: ['bookmarks'],
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
