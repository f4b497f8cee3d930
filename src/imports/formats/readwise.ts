import { namedCells } from '../parsing/named-cells.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

/** Maximum length of a list of tags, in characters. Longer lists are cut. */
const MAX_TAGS = 50_000

/**
 * Readwise Reader's CSV, from Account settings → Export (https://docs.readwise.io/reader/docs/faqs/exporting).
 *
 * Columns: `Title`; `URL`; `Document tags`, a list in Python syntax; `Saved date`; `Reading progress`, from 0 to 1;
 * `Location`, one of `new`, `later`, `shortlist`, `archive` and `feed`. A document of the shortlist gets the tag
 * `shortlist`. Documents in the feed are left out, because the user has not saved them. Not imported: `ID`, `Seen`. Notes and
 * highlights are not part of the file.
 */
export const readwise: ImportFormat = {
  kind: 'csv',
  read: (cells, index, head) => {
    const cell = namedCells(cells, index, head)
    if (!cell) return undefined
    if (cell('Location') === 'feed') return { leftOut: 'feedItem' }
    return {
      url: cell('URL'),
      title: cell('Title'),
      tags: [...listOfPython(cell('Document tags') ?? ''), ...(cell('Location') === 'shortlist' ? ['shortlist'] : [])],
      isArchived: cell('Location') === 'archive',
      progress: cell('Reading progress'),
      createdAt: cell('Saved date'),
    }
  },
}

/** @param cell a list in Python syntax, such as `['long read', "Ada's"]` */
function listOfPython(cell: string): string[] {
  const strings = cell.slice(0, MAX_TAGS).matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)
  return Array.from(strings, ([, single, double]) => (single ?? double ?? '').replaceAll(/\\(.)/g, '$1'))
}
