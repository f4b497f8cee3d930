import { dateOfNumber } from '../import-date.ts'
import type { ImportFormat } from '../row-parser.ts'

/** Pocket's CSV: `title,url,time_added,tags,status`, by position; also inside the archive that Pocket hands out. */
export const pocket: ImportFormat = {
  kind: 'csv',
  read: ([title, url, addedAt, tags, status]) => {
    if (title === 'title') return undefined
    const labels = tags?.split('|')
    return { title, url, createdAt: dateOfNumber(addedAt, 'seconds'), tags: labels, isArchived: status === 'archive' }
  },
}
