import { constants, DatabaseSync } from 'node:sqlite'
import { AppError } from '../../../kernel/errors.ts'
import { chunksOf, type ByteSource } from '../../byte-source.ts'
import { chunkHighlights } from '../../highlights/chunk-highlights.ts'
import { reasonText } from '../../import-failure-reasons.ts'
import type { RawDocument } from '../../import-row.ts'
import type { ImportFormat } from '../../parsing/row-parser.ts'

/** Tables and columns that are read. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  Bookmark: ['VolumeID', 'Text', 'Annotation', 'DateCreated', 'DateModified', 'ChapterProgress', 'Hidden', 'Color'],
  content: ['ContentID', 'Title', 'Attribution'],
}

/** Columns that older firmware does not have. */
const OPTIONAL: ReadonlySet<string> = new Set(['Color', 'DateModified', 'Hidden'])

/** Maximum number of rows of a table that are read. The table `content` has a row for each chapter. */
const MAX_TABLE_ROWS = 500_000
/** Maximum length of a value in bytes, and of the statement that created a table. */
const MAX_VALUE = 4 * 1024 * 1024
/** Maximum total length of the highlights in characters. */
const MAX_TOTAL = 16 * 1024 * 1024

/** Colours by their numbers on devices with a colour screen. */
const COLORS = ['yellow', 'red', 'blue', 'green']

/**
 * `KoboReader.sqlite` of a Kobo, from its folder `.kobo`. The schema is that in AshKyd/kobo-sync (kobo.schema.md, commit
 * 15fc9830). The colours are those of pierd/export-kobo (commit 7b6a511d), which was tried with a Clara Colour.
 *
 * Columns of `Bookmark`: `VolumeID`, which is the address of a file or the id of a book; `Text`; `Annotation`; `DateCreated`;
 * `DateModified`; `ChapterProgress`, from 0 to 1; `Hidden`; `Color`. Columns of `content`: `ContentID`, which is the `VolumeID` in
 * rows of books; `Title`; `Attribution` (the authors). Not imported: bookmarks without words (`dogear`) and drawings (`markup`),
 * places (`StartContainerPath` and others), and all other tables. They contain the device's sign-in to the shop, too.
 */
export const kobo: ImportFormat = {
  kind: 'highlights',
  read: () => {
    throw new AppError('invalid_input', reasonText('databaseInvalid'))
  },
}

/** @returns true if a file starts like a database of SQLite */
export function isSqlite(head: Uint8Array): boolean {
  return Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1') === 'SQLite format 3\0'
}

/**
 * Reads the highlights of a database. The file is hostile until proven otherwise: it is opened in memory, where it can reach no
 * other file; SQLite runs only two statements, which read columns of two plain tables one after the other, without functions,
 * conditions, joins or sorting; and each row returns here, where rows and characters are counted. Views, virtual tables and
 * generated columns are refused. The thread has limits on time and memory in addition.
 * @returns the documents, without validation
 * @throws AppError `invalid_input` if the file is damaged or no database of a Kobo
 */
export async function readKoboDatabase(source: ByteSource): Promise<readonly RawDocument[]> {
  const bytes = await bytesOf(source)
  const database = new DatabaseSync(':memory:', { allowExtension: false, limits: { length: MAX_VALUE } })
  try {
    database.deserialize(bytes)
    database.enableDefensive(true)
    database.exec(
      'pragma trusted_schema = off; pragma cell_size_check = on; pragma query_only = on; pragma temp_store = memory',
    )
    return documentsIn(database)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('invalid_input', reasonText('databaseInvalid'), { cause: error })
  } finally {
    database.close()
  }
}

async function bytesOf(source: ByteSource): Promise<Uint8Array> {
  const bytes = new Uint8Array(source.size)
  let at = 0
  for await (const piece of chunksOf(source)) {
    bytes.set(piece, at)
    at += piece.length
  }
  // A device that uses a write-ahead log says so in the header. Memory has no such log, and SQLite would not open the file.
  bytes.fill(1, 18, 20)
  return bytes
}

function documentsIn(database: DatabaseSync): readonly RawDocument[] {
  const columns = plainColumns(database)
  database.setAuthorizer((action, table, column) => {
    if (action === constants.SQLITE_SELECT) return constants.SQLITE_OK
    const isAllowed = action === constants.SQLITE_READ && (columns.get(table ?? '')?.has(column ?? '') ?? false)
    return isAllowed ? constants.SQLITE_OK : constants.SQLITE_DENY
  })
  const volumes = Map.groupBy(highlightsIn(database, columns), ({ volume }) => volume)
  const titles = titlesIn(database, columns, volumes)
  return [...volumes].flatMap(([volume, highlights]) => chunkHighlights(aboutOf(volume, titles), highlights))
}

type Columns = ReadonlyMap<string, ReadonlySet<string>>

/** @returns the columns to read of each table @throws AppError if a table is missing or not a plain one */
function plainColumns(database: DatabaseSync): Columns {
  return new Map(
    Object.entries(COLUMNS).map(([table, wanted]) => {
      const [found] = database.prepare('pragma table_list(' + table + ')').all()
      const isPlain = found?.['type'] === 'table' && found['schema'] === 'main'
      const given = isPlain ? database.prepare('pragma table_xinfo(' + table + ')').all() : []
      // `hidden` is 2 or 3 for a generated column, whose expression would be evaluated.
      const names = new Set(given.filter(({ hidden }) => hidden === 0).map(({ name }) => String(name)))
      const missing = wanted.filter((name) => !names.has(name) && !OPTIONAL.has(name))
      if (missing.length > 0) throw new AppError('invalid_input', reasonText('databaseInvalid'))
      return [table, new Set(wanted.filter((name) => names.has(name)))]
    }),
  )
}

function* rowsOf(database: DatabaseSync, table: string, columns: Columns) {
  const statement = database.prepare(`select ${[...columns.get(table)!].join(', ')} from ${table}`)
  let count = 0
  for (const row of statement.iterate()) {
    if (++count > MAX_TABLE_ROWS) throw new AppError('invalid_input', reasonText('highlightsLarge'))
    yield row
  }
}

function highlightsIn(database: DatabaseSync, columns: Columns) {
  let total = 0
  const highlights: { readonly volume: string; readonly [member: string]: unknown }[] = []
  for (const row of rowsOf(database, 'Bookmark', columns)) {
    const [quote, text, volume] = [textOf(row['Text']), textOf(row['Annotation']), textOf(row['VolumeID'])]
    if (isHidden(row['Hidden']) || (quote.trim() === '' && text.trim() === '')) continue
    total += quote.length + text.length + volume.length
    if (total > MAX_TOTAL) throw new AppError('invalid_input', reasonText('highlightsLarge'))
    const [created_at, updated_at] = [row['DateCreated'], row['DateModified']]
    const [color, share] = [COLORS[Number(row['Color'])], row['ChapterProgress']]
    highlights.push({ volume, quote, text, color, share, created_at, updated_at })
  }
  return highlights
}

interface About {
  readonly title: string
  readonly author: string
}

function titlesIn(database: DatabaseSync, columns: Columns, volumes: ReadonlyMap<string, unknown>) {
  const titles = new Map<string, About>()
  for (const row of rowsOf(database, 'content', columns)) {
    const id = textOf(row['ContentID'])
    if (volumes.has(id)) titles.set(id, { title: textOf(row['Title']), author: textOf(row['Attribution']) })
  }
  return titles
}

function aboutOf(volume: string, titles: ReadonlyMap<string, About>): Omit<RawDocument, 'annotations'> {
  const fileName = volume.startsWith('file://') ? decoded(volume) : undefined
  return { ...titles.get(volume), ...(fileName !== undefined && { fileName }) }
}

/** Some firmware escapes characters of file names. */
function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The device writes the words `true` and `false`, or numbers. */
const isHidden = (value: unknown): boolean => value === 1 || value === 'true' || value === '1'
