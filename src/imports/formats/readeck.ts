import { isYes, namedCells } from '../parsing/named-cells.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'
import { parseJson } from '../../kernel/json.ts'

/** Maximum length of a list of labels, in characters. Longer lists are ignored. */
const MAX_LABELS = 50_000

/**
 * Readeck's CSV (`CSVExporter` in internal/bookmarks/converter/csv.go of Readeck).
 *
 * Columns: `url`; `title`; `created`, ISO 8601 in UTC; `labels`, a JSON list, or `null` if there is none; `is_archived` and
 * `is_marked`, which stars the page, both `true` or `false`. Not imported: `type`. Highlights, reading positions and
 * collections are not part of the file.
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
  return cell.length > MAX_LABELS ? [] : (parseJson(cell) ?? [])
}
