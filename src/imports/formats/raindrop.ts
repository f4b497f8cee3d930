import { isYes, namedCells } from '../parsing/named-cells.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'
import { highlightsOfRaindrop } from '../highlights/raindrop-highlights.ts'

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
