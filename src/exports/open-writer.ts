import type { FormatName } from './export-format.ts'
import type { AboutExport, ExportWriter } from './export-writer.ts'
import { jsonFile } from './formats/json-file.ts'
import { xmlFile } from './formats/xml-file.ts'
import { csvFile } from './formats/csv-file.ts'
import { textFile } from './formats/text-file.ts'
import { markdownFile } from './formats/markdown-file.ts'

const loadBooks = () => import('./epub/epub-file.ts')

const WRITER_OPENERS: Readonly<Record<FormatName, (about: AboutExport) => Promise<ExportWriter>>> = {
  json: async () => jsonFile(),
  xml: async () => xmlFile(),
  csv: async (about) => csvFile(about),
  txt: async () => textFile(),
  md: async () => markdownFile(),
  epub: async (about) => (await loadBooks()).epubFile(about),
  kepub: async (about) => (await loadBooks()).kepubFile(about),
  pdf: async (about) => (await import('./pdf/pdf-file.ts')).pdfFile(about),
}

/** @returns a writer of a new file. The code of EPUB and PDF is loaded when it is first needed. */
export function openWriter(format: FormatName, about: AboutExport): Promise<ExportWriter> {
  return WRITER_OPENERS[format](about)
}
