import { isYes, namedCells } from '../parsing/named-cells.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

/**
 * Matter's `_matter_history.csv` (Karakeep's packages/shared/import-export/parsers.ts).
 *
 * Columns: `Title`; `Author`; `URL`; `Tags`, separated by semicolons; `In Queue`; `Favorited`; `Read`; `Last Interaction
 * Date`, which is the only date. Not imported: `Publisher`, `Word Count`, `Highlight Count`, `File Id`. Older files lack some
 * columns. The text of the highlights is not part of the file.
 */
export const matter: ImportFormat = {
  kind: 'csv',
  read: (cells, index, head) => {
    const cell = namedCells(cells, index, head)
    if (!cell) return undefined
    return {
      url: cell('URL'),
      title: cell('Title'),
      authors: cell('Author'),
      tags: (cell('Tags') ?? '').split(/[;,]/),
      isArchived: isYes(cell('Read')) || cell('In Queue')?.toLowerCase() === 'false',
      isStarred: isYes(cell('Favorited')),
      createdAt: cell('Last Interaction Date'),
    }
  },
}
