import { parseJson, parseJsonObject } from '../../kernel/json.ts'
import { AppError } from '../../kernel/errors.ts'
import { CsvRecords } from './csv-records.ts'
import { HtmlLinks } from './html-links.ts'
import type { RawRow } from '../import-row.ts'
import { JsonItems, type JsonFolder } from './json-items.ts'
import type { ImportFormat, RowParser, RowSink } from './row-parser.ts'
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
      return new TextLines(
        { line: (line) => report(sink, () => format.read(line)), broken: (reason) => sink.broken(reason) },
        format.maxLine,
      )
    case 'highlights':
      return new WholeText((text) => {
        const documents = format.read(text, (reason) => sink.broken(reason))
        for (const document of documents) sink.row({ document })
      })
  }
}

type FormatOf<K extends ImportFormat['kind']> = Extract<ImportFormat, { kind: K }>

function report(sink: RowSink, read: () => RawRow | undefined): void {
  const raw = read()
  if (raw) sink.row(raw)
}

function jsonParser({ itemsIn, read, readText, ...format }: FormatOf<'json'>, sink: RowSink): RowParser {
  const isItemList = (name: string | undefined, depth: number) => {
    if (itemsIn === 'root') return depth === 0
    if (itemsIn === 'top') return depth === 0 || (depth === 1 && name !== undefined)
    return name !== undefined && itemsIn.includes(name)
  }
  // The name of a folder may come after its pages, so the pages of a tree wait until its outermost folder ends.
  const waiting: (() => void)[] = []
  const flush = () => waiting.splice(0).forEach((one) => one())
  const later = (one: () => void): void => void (itemsIn.includes('children') ? waiting.push(one) : one())
  const items = new JsonItems(isItemList, {
    item: (text, parents) => {
      const value = readText && text.startsWith('"') ? (parseJson(text) as string | undefined) : undefined
      const item = parseJsonObject(text)
      if (!item && value === undefined) return later(() => sink.broken(reasonText('rowNoObject')))
      const raw = item ? read(item) : readText?.(value!)
      if (raw) later(() => sink.row(withFolders(raw, parents, format)))
    },
    broken: (reason) => later(() => sink.broken(reason)),
    foldersEnd: flush,
  })
  return flushing(items, flush)
}

/** Adds the names of the folders that contain a page, unless its fields say that it is in none. */
function withFolders(
  raw: RawRow,
  parents: readonly JsonFolder[],
  format: Pick<FormatOf<'json'>, 'browserFolders' | 'defaultFolder' | 'hasFlatFolders'>,
): RawRow {
  const { browserFolders = 0, defaultFolder, hasFlatFolders } = format
  const folders = parents.slice(hasFlatFolders ? -1 : browserFolders).map(({ name }) => name)
  return folders.length === 0 ? raw : { folders: folders.filter((name) => name !== defaultFolder), ...raw }
}

/** @returns the parser. `flush` is called at the end of the text, and before an error, because the rows before it are valid. */
function flushing(parser: RowParser, flush: () => void): RowParser {
  const guarded = (work: () => void) => {
    try {
      work()
    } catch (error) {
      flush()
      throw error
    }
  }
  return {
    push: (text) => guarded(() => parser.push(text)),
    end: () =>
      guarded(() => {
        parser.end()
        flush()
      }),
  }
}

function csvParser({ read, hasAnySeparator }: FormatOf<'csv'>, sink: RowSink): RowParser {
  let head: readonly string[] | undefined
  let index = 0
  const records = {
    record: (cells: readonly string[]) => {
      head ??= cells
      const at = index++
      const names = head
      report(sink, () => read(cells, at, names))
    },
    broken: (reason: string) => sink.broken(reason),
  }
  return new CsvRecords(records, hasAnySeparator)
}

/** @returns the error for a file that is not of the kind that its format requires, for example JSON instead of CSV */
export function wrongKindError(wanted: ImportFormat['kind'], found: string): AppError {
  return new AppError(
    'invalid_input',
    reasonText('formatOther', { found: found.toUpperCase(), wanted: wanted.toUpperCase() }),
  )
}

/** Maximum length of a line with an address in characters. A longer line is reported as broken. Addresses are far shorter. */
const MAX_LINE = 64 * 1024

interface LineSink {
  line(text: string): void
  broken(reason: string): void
}

/** Splits a stream of text into lines with any line ends. An overlong line is reported as broken. */
class TextLines {
  readonly #sink: LineSink
  readonly #maxLine: number
  /** text of the unfinished line */
  #text = ''
  /** true while the rest of an overlong line is skipped */
  #isSkipping = false

  constructor(sink: LineSink, maxLine = MAX_LINE) {
    this.#sink = sink
    this.#maxLine = maxLine
  }

  push(text: string): void {
    const lines = text.split(/\r\n|\n|\r/)
    for (const [index, line] of lines.entries()) {
      if (index > 0) this.#finish()
      if (!this.#isSkipping) this.#text += line
      if (this.#text.length > this.#maxLine) this.#refuse()
    }
  }

  end(): void {
    this.#finish()
  }

  #finish(): void {
    if (!this.#isSkipping && this.#text !== '') this.#sink.line(this.#text)
    this.#text = ''
    this.#isSkipping = false
  }

  #refuse(): void {
    this.#sink.broken(reasonText(this.#maxLine > MAX_LINE ? 'rowLong' : 'lineLong'))
    this.#text = ''
    this.#isSkipping = true
  }
}

/**
 * Maximum length of a file of highlights in characters. Ten years of highlights are about a megabyte; the thread has the memory
 * for this text and what is read from it.
 */
const MAX_WHOLE = 16 * 1024 * 1024

/** Collects the text of a file and passes it on at its end. */
class WholeText implements RowParser {
  readonly #read: (text: string) => void
  readonly #pieces: string[] = []
  #length = 0

  constructor(read: (text: string) => void) {
    this.#read = read
  }

  push(text: string): void {
    this.#length += text.length
    if (this.#length > MAX_WHOLE) throw new AppError('invalid_input', reasonText('highlightsLarge'))
    this.#pieces.push(text)
  }

  end(): void {
    this.#read(this.#pieces.join(''))
  }
}
