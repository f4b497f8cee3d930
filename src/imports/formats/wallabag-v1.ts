import type { ImportFormat } from '../parsing/row-parser.ts'
import { usableContent } from './wallabag-content.ts'

/** Titles that wallabag 1 gives to pages without a title, in all its languages. */
const UNTITLED_TITLES: ReadonlySet<unknown> = new Set([
  '',
  'Untitled',
  'Sans titre',
  'Ohne Titel',
  'Senza titolo',
  'Sin título',
  'Sem título',
  'Geen titel',
  'Bez názvu',
  'Bez tytułu',
  'Fără titlu',
  'Без названия',
  'Без назви',
  'Nav nosaukuma',
  'Brez naslova',
  '無題',
])

/**
 * wallabag 1's JSON export (wallabag contract, section 11).
 *
 * Members: `url`; `title`; `content`; `tags`, separated by commas; `is_read`; `is_fav`. It contains no dates. Not imported:
 * `id`, `user_id`, and the same values under their numbers. A page without a title is one that wallabag could not read, so
 * its content is ignored and the page is fetched again.
 */
export const wallabagV1: ImportFormat = {
  kind: 'json',
  itemsIn: 'root',
  read: (item) => {
    const isUntitled = UNTITLED_TITLES.has(typeof item['title'] === 'string' ? item['title'].trim() : '')
    return {
      url: item['url'],
      ...(!isUntitled && { title: item['title'], content: usableContent(item['content']) }),
      tags: item['tags'],
      isArchived: item['is_read'],
      isStarred: item['is_fav'],
    }
  },
}
