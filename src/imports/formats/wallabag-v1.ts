import type { ImportFormat } from '../parsing/row-parser.ts'
import { keptContent } from './wallabag-content.ts'

/** What wallabag 1 wrote for a page without a title, in the languages that it spoke. */
const UNTITLED: ReadonlySet<unknown> = new Set([
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

/** Pages that wallabag 1 could not read have no title; they are fetched again. */
export const wallabagV1: ImportFormat = {
  kind: 'json',
  itemsIn: 'root',
  read: (item) => {
    const isUntitled = UNTITLED.has(typeof item['title'] === 'string' ? item['title'].trim() : '')
    return {
      url: item['url'],
      ...(!isUntitled && { title: item['title'], content: keptContent(item['content']) }),
      tags: item['tags'],
      isArchived: item['is_read'],
      isStarred: item['is_fav'],
    }
  },
}
