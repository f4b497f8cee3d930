import { labelText } from '../../tags/tag.ts'
import { dateOfNumber } from '../parsing/import-date.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

const STATE_FOLDERS: ReadonlySet<string> = new Set(['Unread', 'Archive', 'Starred'])

/**
 * Instapaper's CSV. The columns `URL,Title,Selection,Folder` are found by position; newer files also have `Timestamp`
 * and `Tags`, which are found by name. The newest page comes first, so the file is read from its end (wallabag
 * contract, section 11). A page without a time counts as saved a moment before the page above it.
 */
export const instapaper: ImportFormat = {
  kind: 'csv',
  isNewestFirst: true,
  read: (cells, index, head) => {
    const [url, title, , folder = ''] = cells
    if (url === 'URL' && index === 0) return undefined
    const named = (name: string) => cells[head.indexOf(name)]
    const tags = [...(STATE_FOLDERS.has(folder) ? [] : [folder]), ...tagsOf(named('Tags'))]
    return {
      url,
      title,
      tags,
      isArchived: folder === 'Archive' || folder === 'Starred',
      isStarred: folder === 'Starred',
      createdAt: dateOfNumber(named('Timestamp'), 'seconds'),
      msBeforeImport: index,
    }
  },
}

/** Parses a cell with a JSON list of tags. */
function tagsOf(cell: string | undefined): string[] {
  if (cell === undefined || !cell.startsWith('[') || cell.length > 50_000) return []
  try {
    const list = JSON.parse(cell) as unknown
    return Array.isArray(list) ? list.flatMap((tag) => labelText(tag) ?? []) : []
  } catch {
    return []
  }
}
