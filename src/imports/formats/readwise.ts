import { namedCells } from '../parsing/named-cells.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

/** Maximum length of a list of tags, in characters. Longer lists are cut. */
const MAX_TAGS = 50_000

/**
 * Readwise Reader's CSV with the columns `Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen`.
 * Documents in the feed are skipped, because the user has not saved them.
 */
export const readwise: ImportFormat = {
  kind: 'csv',
  read: (cells, index, head) => {
    const cell = namedCells(cells, index, head)
    if (!cell || cell('Location') === 'feed') return undefined
    return {
      url: cell('URL'),
      title: cell('Title'),
      tags: listOfPython(cell('Document tags') ?? ''),
      isArchived: cell('Location') === 'archive',
      createdAt: cell('Saved date'),
    }
  },
}

/** @param cell a list in Python syntax, such as `['long read', "Ada's"]` */
function listOfPython(cell: string): string[] {
  const strings = cell.slice(0, MAX_TAGS).matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)
  return Array.from(strings, ([, single, double]) => (single ?? double ?? '').replaceAll(/\\(.)/g, '$1'))
}
