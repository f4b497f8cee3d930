import type { ListedAnnotation } from '../../annotations/list-annotations.ts'
import { guarded } from '../formats/csv-file.ts'

const HEADER = ['Quote', 'Note', 'Color', 'Title', 'URL', 'Site', 'Authors', 'Tags', 'Created', 'Link']
/** The columns that Readwise imports (https://readwise.io/import_bulk). */
const READWISE_HEADER = ['Highlight', 'Title', 'Author', 'URL', 'Note', 'Location', 'Date']

/** @returns annotations as a CSV file (RFC 4180) with a header row and one row for each annotation */
export function annotationRows(annotations: readonly ListedAnnotation[], baseUrl: string): string {
  const base = baseUrl.replace(/\/+$/, '')
  return lines([
    HEADER,
    ...annotations.map((one) => [
      one.quote,
      one.text,
      one.color,
      one.entryTitle,
      one.url,
      one.siteName,
      one.authors.join(', '),
      one.tags.join(', '),
      one.createdAt,
      `${base}/view/${one.entryId}#annotation-${one.id}`,
    ]),
  ])
}

/**
 * @returns a CSV file for the Readwise import. Annotations without a quoted text are omitted. Location is the row
 *   number, which keeps the order.
 */
export function readwiseRows(annotations: readonly ListedAnnotation[]): string {
  const quoted = annotations.filter(({ quote }) => quote !== '')
  return lines([
    READWISE_HEADER,
    ...quoted.map((one, index) => [
      one.quote,
      one.entryTitle,
      one.authors.join(', '),
      one.url,
      one.text,
      String(index + 1),
      one.createdAt.slice(0, 19).replace('T', ' '),
    ]),
  ])
}

const lines = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map((cell) => quoted(guarded(cell))).join(',')}\r\n`).join('')

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
