import { dateOfNumber } from '../parsing/import-date.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

/**
 * Pocket's CSV with the columns `title,url,time_added,tags,status`, as a file or inside Pocket's archive. Tags and
 * status are found by name, because some versions have a column `cursor` before them. Files without a header are read
 * by position.
 */
export const pocket: ImportFormat = {
  kind: 'csv',
  read: (cells, _index, head) => {
    const [title, url, addedAt] = cells
    if (title === 'title' && url === 'url') return undefined
    const named = (name: string, position: number) => cells[head.includes('url') ? head.indexOf(name) : position]
    const labels = named('tags', 3)?.split('|')
    const isArchived = named('status', 4) === 'archive'
    return { title, url, createdAt: dateOfNumber(addedAt, 'seconds'), tags: labels, isArchived }
  },
}
