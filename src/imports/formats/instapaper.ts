import { labelText } from '../../tags/tag.ts'
import { savingTimeOf } from '../parsing/import-date.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'
import { parseJson } from '../../kernel/json.ts'

const STATE_FOLDERS: ReadonlySet<string> = new Set(['Unread', 'Archive', 'Starred'])

/**
 * Instapaper's CSV, from Settings → Export (wallabag contract, section 11; Karakeep's importer for `Tags`).
 *
 * Columns: `URL`; `Title`; `Selection`, the text that the user had selected or written, which becomes the note; `Folder`,
 * which is a state or the name of a folder; and in newer files `Timestamp`, in seconds, and `Tags`, a JSON list. The first
 * four are found by position, the others by name. Highlights and reading positions are not part of the export.
 *
 * The newest page comes first, so the file is read from its end. A page without a time counts as saved a moment before
 * the page above it.
 */
export const instapaper: ImportFormat = {
  kind: 'csv',
  isNewestFirst: true,
  read: (cells, index, head) => {
    const [url, title, selection, folder = ''] = cells
    if (url === 'URL' && index === 0) return undefined
    const named = (name: string) => cells[head.indexOf(name)]
    return {
      url,
      title,
      tags: tagsOf(named('Tags')),
      ...(!STATE_FOLDERS.has(folder) && { folders: [folder] }),
      note: selection,
      isArchived: folder === 'Archive' || folder === 'Starred',
      isStarred: folder === 'Starred',
      createdAt: savingTimeOf(named('Timestamp')),
      msBeforeImport: index,
    }
  },
}

/** Parses a cell with a JSON list of tags. */
function tagsOf(cell: string | undefined): string[] {
  if (cell === undefined || !cell.startsWith('[') || cell.length > 50_000) return []
  const list = parseJson(cell)
  return Array.isArray(list) ? list.flatMap((tag) => labelText(tag) ?? []) : []
}
