import type { ImportFormat } from '../parsing/row-parser.ts'

/**
 * elCurator's JSON, as in the export in wallabag's tests (tests/fixtures/Import/elcurator.json; src/Import/ElcuratorImport.php).
 *
 * Members: `url`; `title`; `description`, a text or null, which becomes the note; `tags`, a list; `is_saved`, which stars
 * the page; `created_at`, such as `2015-09-09 11:10:32 UTC`.
 */
export const elcurator: ImportFormat = {
  kind: 'json',
  itemsIn: 'root',
  read: (item) => ({
    url: item['url'],
    title: item['title'],
    tags: item['tags'],
    note: item['description'],
    isStarred: item['is_saved'],
    createdAt: item['created_at'],
  }),
}
