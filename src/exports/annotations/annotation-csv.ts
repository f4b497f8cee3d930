import { listedHref, type ListedAnnotation } from '../../annotations/listed-annotation.ts'
import { slices } from '../../kernel/slices.ts'
import { csvLine } from '../formats/csv-line.ts'

const HEADER_CELLS = [
  'Quote',
  'Note',
  'Color',
  'Title',
  'URL',
  'Site',
  'Authors',
  'Tags',
  'Created',
  'Link',
  'Annotation tags',
]
/** The columns that Readwise imports (https://readwise.io/import_bulk). */
const READWISE_HEADER = ['Highlight', 'Title', 'Author', 'URL', 'Note', 'Location', 'Date']

/** Number of rows that are written before the event loop may run. */
const ROWS_PER_SLICE = 500

/** Yields annotations as a CSV file (RFC 4180) with a header row and one row for each annotation. */
export async function* annotationRows(annotations: readonly ListedAnnotation[], baseUrl: string) {
  const base = baseUrl.replace(/\/+$/, '')
  yield csvLines([HEADER_CELLS])
  for await (const slice of slices(annotations, ROWS_PER_SLICE)) {
    yield csvLines(
      slice.map((one) => [
        one.quote,
        one.text,
        one.color,
        one.entryTitle,
        one.url,
        one.siteName,
        one.authors.join(', '),
        one.tags.join(', '),
        one.createdAt,
        `${base}${listedHref(one)}`,
        one.ownTags.join(', '),
      ]),
    )
  }
}

/**
 * Yields a CSV file for the import of Readwise. Annotations without a quoted text are omitted. The row number serves as
 * location, which preserves the order.
 */
export async function* readwiseRows(annotations: readonly ListedAnnotation[]) {
  yield csvLines([READWISE_HEADER])
  let location = 0
  const quotes = annotations.filter(({ quote }) => quote !== '')
  for await (const slice of slices(quotes, ROWS_PER_SLICE)) {
    yield csvLines(
      slice.map((one) => [
        one.quote,
        one.entryTitle,
        one.authors.join(', '),
        one.url,
        one.text,
        String(++location),
        one.createdAt.slice(0, 19).replace('T', ' '),
      ]),
    )
  }
}

const csvLines = (rows: readonly (readonly string[])[]): string => rows.map((cells) => csvLine(cells)).join('')
