import type { ImportFormat } from '../parsing/row-parser.ts'

/**
 * elCurator's JSON, as wallabag's importer reads it (wallabag contract, section 11).
 *
 * Members: `url`; `title`; `tags`, a list; `is_saved`, which stars the page; `created_at`. Not imported: `id`.
 */
export const elcurator: ImportFormat = {
  kind: 'json',
  itemsIn: 'root',
  read: (item) => ({
    url: item['url'],
    title: item['title'],
    tags: item['tags'],
    isStarred: item['is_saved'],
    createdAt: item['created_at'],
  }),
}
