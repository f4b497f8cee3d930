import type { FormatName } from './export-format.ts'
import type { AboutExport, ExportWriter } from './export-writer.ts'

const OPENERS: Readonly<Record<FormatName, (about: AboutExport) => Promise<ExportWriter>>> = {
  json: async () => (await import('./json-file.ts')).jsonFile(),
  xml: async () => (await import('./xml-file.ts')).xmlFile(),
  csv: async () => (await import('./csv-file.ts')).csvFile(),
  txt: async () => (await import('./text-file.ts')).textFile(),
  md: async () => (await import('./markdown-file.ts')).markdownFile(),
  epub: async (about) => (await import('./epub/epub-file.ts')).epubFile(about),
  pdf: async (about) => (await import('./pdf/pdf-file.ts')).pdfFile(about),
}

/** @returns a writer of a new file; only what the format needs is loaded */
export function openWriter(format: FormatName, about: AboutExport): Promise<ExportWriter> {
  return OPENERS[format](about)
}
