import { savingTimeOf } from '../parsing/import-date.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

/**
 * Delicious' JSON, as wallabag's importer reads it (wallabag contract, section 11).
 *
 * Members: `url`; `title`; `tags`, a list; `created`, in seconds; `note`. Not imported: `id`, `private`.
 */
export const delicious: ImportFormat = {
  kind: 'json',
  itemsIn: 'root',
  read: (item) => ({
    url: item['url'],
    title: item['title'],
    tags: item['tags'],
    note: item['note'],
    createdAt: savingTimeOf(item['created']),
  }),
}
