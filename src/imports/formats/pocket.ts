import { savingTimeOf } from '../parsing/import-date.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

/**
 * Pocket's CSV, as a file or inside Pocket's archive (Pocket's list-exporter; wallabag contract, section 11).
 *
 * Columns: `title`; `url`; `time_added`, in seconds; `tags`, separated by vertical bars; `status`, `archive` or `unread`.
 * Tags and status are found by name, because some versions have a column `cursor` before them. Files without a header are
 * read by position. Favourites are not part of the export. The archive contains the highlights in
 * `annotations/part_000000.json` (pocket-highlights.ts).
 */
export const pocket: ImportFormat = {
  kind: 'csv',
  read: (cells, _index, head) => {
    const [title, url, addedAt] = cells
    if (title === 'title' && url === 'url') return undefined
    const named = (name: string, position: number) => cells[head.includes('url') ? head.indexOf(name) : position]
    const labels = named('tags', 3)?.split('|')
    const isArchived = named('status', 4) === 'archive'
    return { title, url, createdAt: savingTimeOf(addedAt), tags: labels, isArchived }
  },
}
