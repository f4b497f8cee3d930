import { isYes, namedCells } from '../parsing/named-cells.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

/**
 * Raindrop.io's CSV with the columns `id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite`. The
 * name of a page's collection (`folder`) becomes a tag. The export of a single collection has no `folder`.
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
      tags: [...(folder === 'Unsorted' ? [] : [folder]), ...(cell('tags') ?? '').split(',')],
      isStarred: isYes(cell('favorite')),
      createdAt: cell('created'),
      previewPicture: cell('cover'),
    }
  },
}
