import { dateOfNumber } from '../parsing/import-date.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

/** Chrome's bookmark file. Folders are skipped. Times are microseconds since 1601. */
export const chrome: ImportFormat = {
  kind: 'json',
  itemsIn: 'children',
  read: (item) => {
    if (item['type'] === 'folder') return undefined
    const createdAt = dateOfNumber(item['date_added'], 'chrome')
    return { url: item['url'], title: item['name'], tags: item['tags'], createdAt }
  },
}
