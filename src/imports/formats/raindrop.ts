import { isYes, namedCells } from '../parsing/named-cells.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

/**
 * Raindrop.io's CSV, from Settings → Backups or the export of a collection (https://help.raindrop.io/import and
 * https://developer.raindrop.io/v1/raindrops).
 *
 * Columns: `title`; `note`, the user's text, and `excerpt`, a description that users can edit, which become the note;
 * `url`; `folder`, the path of the collection with ` / ` between the names, which becomes a nested tag; `tags`, separated
 * by commas; `created`; `cover`, the address of a picture; `highlights`; `favorite`. Not imported: `id`. The export of a
 * single collection has no `folder`.
 */
export const raindrop: ImportFormat = {
  kind: 'csv',
  read: (cells, index, head) => {
    const cell = namedCells(cells, index, head)
    if (!cell) return undefined
    const folder = cell('folder') ?? ''
    return {
      url: cell('url'),
      title: cell('title'),
      tags: cell('tags'),
      folders: folder === 'Unsorted' ? [] : folder.split('/'),
      note: [cell('note'), cell('excerpt')],
      annotations: highlightsOfRaindrop(cell('highlights') ?? ''),
      isStarred: isYes(cell('favorite')),
      createdAt: cell('created'),
      previewPicture: cell('cover'),
    }
  },
}

/** Starts a highlight, its colour and its note in the column `highlights`. */
const [HIGHLIGHT, COLOR, NOTE] = [/(?:^|\s)Highlight:/, /(?:^|\s)Colou?r:\s*(\w+)/, /(?:^|\s)Note:/]
/** Maximum number of characters of a cell that are read. The rest is left out. */
const MAX_CELL = 1_000_000

/**
 * Reads a cell of the column `highlights`, such as `Highlight:First words Note:Mine`: each highlight after `Highlight:`,
 * optionally with its colour and its note. A cell without these words contains one highlight on each line, as Raindrop.io
 * imports it.
 * @returns annotations in the form that `readAnnotations` expects
 */
export function highlightsOfRaindrop(cell: string): object[] {
  const text = cell.slice(0, MAX_CELL)
  const [before = '', ...marked] = text.split(new RegExp(HIGHLIGHT, 'g'))
  return [...before.split('\n').map((quote) => ({ quote, text: '' })), ...marked.map(highlightOf)]
}

function highlightOf(piece: string): object {
  const [head = '', ...notes] = piece.split(new RegExp(NOTE, 'g'))
  return { quote: head.replace(COLOR, ''), color: COLOR.exec(head)?.[1], text: notes.join(' Note:') }
}
