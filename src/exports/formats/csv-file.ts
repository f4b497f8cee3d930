import { escapeFormula } from './csv-line.ts'
import type { AboutExport, ExportWriter } from '../export-writer.ts'
import { contentOf } from '../../entries/listing/content-of.ts'
import type { ExportedEntry } from '../exported-entry.ts'

/** The columns of wallabag's CSV (wallabag contract, section 8). */
const HEADER_CELLS = ['Title', 'URL', 'Content', 'Tags', 'MIME Type', 'Language', 'Creation date']

/**
 * @returns a writer of CSV with one row for each entry and cells separated by `;` (wallabag contract, section 8). If
 *   entries may have notes, a last column contains them, which wallabag's files do not have.
 */
export function csvFile({ hasNotes = false }: Pick<AboutExport, 'hasNotes'>): ExportWriter {
  return {
    start: () => [Buffer.from(csvLine([...HEADER_CELLS, ...(hasNotes ? ['Note'] : [])]))],
    add: (one) => [Buffer.from(csvLine([...cellsOf(one), ...(hasNotes ? [one.entry.note ?? ''] : [])]))],
    end: () => [],
  }
}

function cellsOf(one: ExportedEntry): string[] {
  const { entry, tags } = one
  return [
    entry.title ?? '',
    entry.url,
    contentOf(one).replaceAll(/[\r\n]+/g, ''),
    tags.map(({ label }) => label).join(', '),
    entry.mimetype ?? '',
    entry.language ?? '',
    dateCell(entry.createdAt),
  ]
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoteCell(escapeFormula(cell))).join(';')}\n`
}

/** Adds quotation marks where CSV requires them and, like wallabag, around cells with white space or backslashes. */
function quoteCell(cell: string): string {
  return /[;"\s\\]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** @returns a time as `dd/mm/yyyy hh:mm:ss` in UTC */
function dateCell(iso: string): string {
  const [date = '', time = ''] = new Date(iso).toISOString().slice(0, 19).split('T')
  return `${date.split('-').toReversed().join('/')} ${time}`
}
