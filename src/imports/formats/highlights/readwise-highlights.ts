import type { RawDocument } from '../../import-row.ts'
import { chunkHighlights } from '../../highlights/chunk-highlights.ts'
import { CsvRecords } from '../../parsing/csv-records.ts'
import { namedCells } from '../../parsing/named-cells.ts'
import type { ImportFormat, ReadHighlights } from '../../parsing/row-parser.ts'

const readReadwiseHighlights: ReadHighlights = (text, broken) => {
  const books = new Map<string, { readonly about: RawDocument; annotations: object[] }>()
  let [head, index]: [readonly string[] | undefined, number] = [undefined, 0]
  const add = (cells: readonly string[]): void => {
    head ??= cells
    const cell = namedCells(cells, index++, head)
    if (!cell) return
    const about = { title: cell('Book Title'), author: cell('Book Author') }
    const key = JSON.stringify(about)
    const book = books.get(key) ?? { about, annotations: [] as object[] }
    books.set(key, book)
    book.annotations.push({
      quote: cell('Highlight'),
      text: cell('Note'),
      color: cell('Color'),
      tags: cell('Tags'),
      created_at: cell('Highlighted at'),
    })
  }
  const records = new CsvRecords({ record: add, broken })
  records.push(text.replace(/^\ufeff/, ''))
  records.end()
  return [...books.values()].flatMap(({ about, annotations }) => chunkHighlights(about, annotations))
}

/**
 * Readwise's CSV of highlights, from readwise.io/export. The header is that of exports of 2026.
 *
 * Columns: `Highlight`; `Book Title`; `Book Author`; `Note`; `Color`; `Tags`, separated by commas; `Highlighted at`.
 * Not imported: `Amazon Book ID`; `Location Type` and `Location`, which say nothing about the place in a page;
 * `Document tags`. The file contains no addresses. Articles therefore match by title, and by author or quotation.
 */
export const readwiseHighlights: ImportFormat = { kind: 'highlights', read: readReadwiseHighlights }
