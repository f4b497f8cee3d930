import { savingTimeOf } from '../parsing/import-date.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

/** The annotation in which Firefox stored descriptions until version 62. */
const DESCRIPTION = 'bookmarkProperties/description'

/**
 * Firefox's bookmark backup (Firefox, toolkit/components/places/PlacesBackups.sys.mjs and PlacesUtils.sys.mjs).
 *
 * Members of a bookmark: `uri`; `title`; `tags`, separated by commas; `dateAdded`, in microseconds; `annos`, a list of
 * objects with `name` and `value`, whose description becomes the note. Not imported: `charset`, `guid`, `iconUri`, `id`,
 * `index`, `keyword`, `lastModified`, `postData`, `type`, `typeCode`. Items without an address are folders and separators.
 * The folders within the menu, the toolbar, "Other bookmarks" and "Mobile bookmarks" become a nested tag.
 */
export const firefox: ImportFormat = {
  kind: 'json',
  itemsIn: ['children'],
  browserFolders: 2,
  read: (item) => {
    const url = item['uri']
    if (url === undefined) return undefined
    const createdAt = savingTimeOf(item['dateAdded'], 'microseconds')
    return { url, title: item['title'], tags: item['tags'], note: descriptionOf(item['annos']), createdAt }
  },
}

function descriptionOf(annotations: unknown): unknown {
  const list = Array.isArray(annotations) ? (annotations.slice(0, 100) as unknown[]) : []
  const found = list.find((one) => typeof one === 'object' && one !== null && Reflect.get(one, 'name') === DESCRIPTION)
  return found && Reflect.get(found, 'value')
}
