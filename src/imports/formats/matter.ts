import { isYes, namedCells } from '../parsing/named-cells.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

/**
 * Matter's `_matter_history.csv`, with the columns `Title,Author,Publisher,URL,Tags,Word Count,In
 * Queue,Favorited,Read,Highlight Count,Last Interaction Date,File Id`. Older files lack some columns.
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
