import { dateOfNumber } from '../parsing/import-date.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

/** The backup of Firefox's bookmarks. Folders and separators have no address. */
export const firefox: ImportFormat = {
  kind: 'json',
  itemsIn: 'children',
  read: (item) => {
    const url = item['uri']
    if (url === undefined) return undefined
    const createdAt = dateOfNumber(item['dateAdded'], 'microseconds')
    return { url, title: item['title'], tags: item['tags'], createdAt }
  },
}
