import { dateOfNumber } from '../parsing/import-date.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

/** Firefox's bookmark backup. Items without an address, such as folders and separators, are skipped. */
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
