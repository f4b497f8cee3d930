import { AppError } from '../../kernel/errors.ts'
import { chunksOf, type ByteSource } from '../byte-source.ts'
import { ChunkDecoder } from './decode-chunks.ts'
import { detectFormat, kindOf } from './detect-format.ts'
import type { FormatChoice, FormatName } from '../import-formats.ts'
import { FILE_FORMATS } from './file-formats.ts'
import type { ParsedRow } from '../import-row.ts'
import { openParser, wrongKindError } from './open-parser.ts'
import { readRow } from './read-row.ts'
import type { ImportFormat, RowParser } from './row-parser.ts'
import { readRowsReversed } from './read-rows-reversed.ts'
import { parseArchive } from './parse-archive.ts'
import { isZip, openZip } from './zip-archive.ts'
import { isSqlite, readKoboDatabase } from '../formats/highlights/kobo-database.ts'
import { reasonText } from '../import-failure-reasons.ts'

/** Number of characters collected before the format is detected. */
const HEAD_LENGTH = 64 * 1024

/**
 * Parses a file, or the files of an archive.
 * @param chosen format chosen by the user
 * @param onFormat called with the format of each list in the file, before its rows
 * @returns the rows in batches. They are in the order of the file, or reversed if the file starts with the newest page;
 * the order is the same at each call.
 * @throws AppError `invalid_input`, with a sentence for the user, if the rest of the file is unreadable
 */
export async function* parseFile(
  source: ByteSource,
  chosen: FormatChoice,
  onFormat: (format: FormatName) => void = () => {},
): AsyncGenerator<ParsedRow[]> {
  if (source.size === 0) throw new AppError('invalid_input', reasonText('fileEmpty'))
  if (isSqlite(await source.read(0, 16))) return yield* withRows(parseDatabase(source, { chosen, onFormat }))
  if (!isZip(await source.read(0, 4))) return yield* withRows(parseList(() => chunksOf(source), { chosen, onFormat }))
  const archive = await openZip(source)
  try {
    const parse = (name: string, before: number) => parseList(() => archive.open(name), { chosen, onFormat, before })
    yield* withRows(parseArchive(archive, chosen, parse))
  } finally {
    archive.close()
  }
}

/**
 * Passes on the batches.
 * @throws AppError `invalid_input` if there are no rows, because a file without rows does not have the chosen format
 */
async function* withRows(batches: AsyncGenerator<ParsedRow[]>): AsyncGenerator<ParsedRow[]> {
  let count = 0
  for await (const batch of batches) {
    count += batch.length
    if (batch.length > 0) yield batch
  }
  if (count === 0) throw new AppError('invalid_input', reasonText('fileWithoutPages'))
}

/** Passes on the documents of a database of a Kobo. */
async function* parseDatabase(source: ByteSource, { chosen, onFormat }: ListOptions): AsyncGenerator<ParsedRow[]> {
  if (chosen !== 'auto' && chosen !== 'kobo') throw wrongKindError(FILE_FORMATS[chosen].kind, 'SQLite')
  onFormat('kobo')
  const documents = await readKoboDatabase(source)
  yield* batchesOf(documents.map((document) => readRow({ document })))
}

interface ListOptions {
  readonly chosen: FormatChoice
  readonly onFormat: (format: FormatName) => void
  /** number of rows in the previous lists of the archive */
  readonly before?: number
}

async function* parseList(
  open: () => AsyncIterable<Uint8Array>,
  { chosen, onFormat, before = 0 }: ListOptions,
): AsyncGenerator<ParsedRow[]> {
  let isNewestFirst = false
  const read = () =>
    parseChunks(open(), chosen, (name, format) => {
      onFormat(name)
      isNewestFirst = format.kind === 'csv' && format.isNewestFirst === true
    })
  for await (const rows of read()) {
    // The format, and so the order, is known only when the first rows arrive. If the newest page comes first, the list
    // is read again, in reverse.
    if (isNewestFirst) break
    yield rows
  }
  if (isNewestFirst) yield* readRowsReversed(read, { before })
}

async function* parseChunks(
  chunks: AsyncIterable<Uint8Array>,
  chosen: FormatChoice,
  onFormat: Listener['format'],
): AsyncGenerator<ParsedRow[]> {
  const decoder = new ChunkDecoder()
  let rows: ParsedRow[] = []
  let parser: RowParser | undefined
  let head = ''
  const feed = (text: string, isLast: boolean): ParsedRow[] => {
    head = parser ? '' : head + text
    const ready = parser || (isLast ? head.trim() !== '' : head.length >= HEAD_LENGTH)
    if (ready) {
      const next = parser ? text : head
      parser ??= parserFor(head, chosen, { format: onFormat, row: (row) => rows.push(row) })
      parser.push(next)
    }
    if (isLast) parser?.end()
    const found = rows
    rows = []
    return found
  }
  try {
    for await (const piece of chunks) yield* batchesOf(feed(decoder.push(piece), false))
    yield* batchesOf(feed(decoder.end(), true))
  } catch (error) {
    // The rows before the error are valid, so they are returned before it is thrown.
    yield* batchesOf(rows)
    throw error
  }
}

/**
 * Maximum number of rows in a batch. A tree of folders gives all its rows at its end, and passing them to another thread at
 * once would block that thread.
 */
const BATCH_ROWS = 500

function* batchesOf(rows: readonly ParsedRow[]): Generator<ParsedRow[]> {
  for (let start = 0; start < rows.length; start += BATCH_ROWS) yield rows.slice(start, start + BATCH_ROWS)
}

interface Listener {
  readonly format: (name: FormatName, format: ImportFormat) => void
  readonly row: (row: ParsedRow) => void
}

function parserFor(head: string, chosen: FormatChoice, report: Listener): RowParser {
  const name = detectFormat(head, chosen)
  const format: ImportFormat = FILE_FORMATS[name]
  const kind = kindOf(head)
  const isPlain = format.kind === 'csv' || format.kind === 'text'
  // A list of addresses may start with a Markdown link, which looks like JSON. Formats of highlights read the text themselves.
  const isOther =
    !['text', 'highlights'].includes(format.kind) &&
    kind !== (isPlain ? 'csv' : format.kind) &&
    (isPlain || kind !== 'csv')
  if (isOther) throw wrongKindError(format.kind, kind)
  report.format(name, format)
  return openParser(format, {
    row: (raw) => report.row(readRow(raw)),
    broken: (reason) => report.row({ kind: 'broken', reason }),
  })
}
