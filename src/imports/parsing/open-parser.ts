import { AppError } from '../../kernel/errors.ts'
import { CsvRecords } from './csv-records.ts'
import { HtmlLinks } from './html-links.ts'
import { JsonItems } from './json-items.ts'
import { TextLines } from './text-lines.ts'
import type { ImportFormat, JsonItem, RowParser, RowSink } from './row-parser.ts'
import { reasonText } from '../import-failure-reasons.ts'

/** @returns a parser for the text of a file, which passes the rows to the sink */
export function openParser(format: ImportFormat, sink: RowSink): RowParser {
  switch (format.kind) {
    case 'json':
      return jsonParser(format, sink)
    case 'csv':
      return csvParser(format, sink)
    case 'html':
      return new HtmlLinks((link) => report(sink, () => format.read(link)))
    case 'text':
      return new TextLines({
        line: (line) => report(sink, () => format.read(line)),
        broken: (reason) => sink.broken(reason),
      })
  }
}

type FormatOf<K extends ImportFormat['kind']> = Extract<ImportFormat, { kind: K }>

function report(sink: RowSink, read: () => ReturnType<ImportFormat['read']>): void {
  const raw = read()
  if (raw) sink.row(raw)
}

function jsonParser({ itemsIn, read }: FormatOf<'json'>, sink: RowSink): RowParser {
  const isItemList = (name: string | undefined, depth: number) => (itemsIn === 'root' ? depth === 0 : name === itemsIn)
  return new JsonItems(isItemList, {
    item: (text) => {
      const item = parseItem(text)
      if (item) report(sink, () => read(item))
      else sink.broken(reasonText('rowNoObject'))
    },
    broken: (reason) => sink.broken(reason),
  })
}

/** @returns the object in a JSON text; undefined for another value or invalid JSON */
export function parseItem(text: string): JsonItem | undefined {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonItem) : undefined
  } catch {
    return undefined
  }
}

function csvParser({ read }: FormatOf<'csv'>, sink: RowSink): RowParser {
  let head: readonly string[] | undefined
  let index = 0
  return new CsvRecords({
    record: (cells) => {
      head ??= cells
      const at = index++
      const names = head
      report(sink, () => read(cells, at, names))
    },
    broken: (reason) => sink.broken(reason),
  })
}

/** @returns the error for a file that is not of the kind that its format requires, for example JSON instead of CSV */
export function wrongKindError(wanted: ImportFormat['kind'], found: string): AppError {
  return new AppError(
    'invalid_input',
    reasonText('formatOther', { found: found.toUpperCase(), wanted: wanted.toUpperCase() }),
  )
}
