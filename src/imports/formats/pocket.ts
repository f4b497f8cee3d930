import { dateOfNumber } from '../parsing/import-date.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

/**
 * Pocket's CSV: `title,url,time_added,tags,status`; also inside the archive that Pocket hands out, where for a while
 * there was a column `cursor` before the tags. Columns go by their names, or by position where there are none.
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
