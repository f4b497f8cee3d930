import { isYes, namedCells } from '../parsing/named-cells.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

/** Maximum length of a list of labels, in characters. Longer lists are ignored. */
const MAX_LABELS = 50_000

/**
 * Readeck's CSV (Readeck, internal/bookmarks/converter).
 *
 * Columns: `url`; `title`; `created`; `labels`, a JSON list; `is_archived`; `is_marked`, which stars the page. Not imported:
 * `type`. Highlights and collections are not part of the file.
 */
export const readeck: ImportFormat = {
  kind: 'csv',
  read: (cells, index, head) => {
    const cell = namedCells(cells, index, head)
    if (!cell) return undefined
    return {
      url: cell('url'),
      title: cell('title'),
      tags: labelsOf(cell('labels') ?? ''),
      isArchived: isYes(cell('is_archived')),
      isStarred: isYes(cell('is_marked')),
      createdAt: cell('created'),
    }
  },
}

function labelsOf(cell: string): unknown {
  try {
    return cell.length > MAX_LABELS ? [] : JSON.parse(cell)
  } catch {
    return []
  }
}
