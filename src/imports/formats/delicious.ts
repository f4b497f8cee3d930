import { savingTimeOf } from '../parsing/import-date.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

/**
 * Delicious' JSON, as in the export of 2021 in wallabag's tests (tests/fixtures/Import/delicious_export.*.json).
 *
 * Members: `url`; `title`; `tags`, a list, which contains an empty text if there are none; `description`, the user's text,
 * which becomes the note; `created`, in seconds as text. Not imported: `others`, `owner`, `private`.
 */
export const delicious: ImportFormat = {
  kind: 'json',
  itemsIn: 'root',
  read: (item) => ({
    url: item['url'],
    title: item['title'],
    tags: item['tags'],
    note: item['description'],
    createdAt: savingTimeOf(item['created']),
  }),
}
