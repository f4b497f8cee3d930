import { labelText } from '../../tags/tag.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

/**
 * Pinboard's JSON, from Settings → Backup or `posts/all` (https://pinboard.in/api#posts_all).
 *
 * Members: `href`; `description`, the title, which is `false` or empty if there is none; `extended`, the user's
 * description, which becomes the note; `tags`, separated by spaces, including private ones such as `.work`; `toread`, whose
 * `no` archives the page (wallabag contract, section 11); `time`. Not imported: `hash`, `meta`, `shared`.
 */
export const pinboard: ImportFormat = {
  kind: 'json',
  itemsIn: 'root',
  read: (item) => ({
    url: item['href'],
    title: item['description'],
    tags: labelText(item['tags'])?.split(' '),
    isArchived: item['toread'] === 'no',
    note: item['extended'],
    createdAt: item['time'],
  }),
}
