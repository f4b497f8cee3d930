import { openSource } from '../../backup/rows/open-source.ts'
import { schemaLayout } from '../../backup/rows/table-layout.ts'
import type { DatabaseLocation } from '../../db/database-url.ts'
import type { ImageStore } from '../../images/image-store.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { AppError } from '../../kernel/errors.ts'
import { ZipWriter } from '../zip-writer.ts'
import { writeEntries, type AccountEntriesDeps } from './account-entries.ts'
import { AccountFiles } from './account-files.ts'
import { accountRows, type AccountRow } from './account-rows.ts'
import { exportedTable } from './exported-columns.ts'
import { pageReader, type AccountPageDeps } from './account-page.ts'
import { README_TEXT } from './readme-text.ts'

export interface ExportAccountDeps extends AccountEntriesDeps, AccountPageDeps {
  readonly location: DatabaseLocation
  readonly images: ImageStore
}

interface ExportAccountOptions {
  /**
   * milliseconds within which all rows must be read, because the database keeps the state that they come from; absent for no limit
   */
  readonly rowsMs?: number
}

/** Bytes of rows that are written together. */
const CHUNK_LENGTH = 64 * 1024

/**
 * Generates a ZIP archive with everything that an account has, while the consumer reads it: its entries in Dogear's JSON
 * format, its rows in all other tables, its stored pages and its images. Secrets and what belongs to the server are left
 * out, see exported-columns.ts. The rows come from one state of the database; pages and images that are deleted or damaged
 * meanwhile are listed in `missing.txt`. Memory grows only with the number of files in the archive.
 * @returns the bytes. A consumer that stops early must call `return`, as `for await` and streams do. It throws an AppError
 *   `request_timeout` if the rows take too long
 */
export async function* exportAccount(
  deps: ExportAccountDeps,
  owner: UserId,
  { rowsMs = Number.POSITIVE_INFINITY }: ExportAccountOptions = {},
): AsyncGenerator<Uint8Array, void> {
  const zip = new ZipWriter({ isLarge: true })
  const files = new AccountFiles()
  const readPage = pageReader(deps)
  const missing: string[] = []
  yield* zip.add('README.txt', README_TEXT)
  yield* withinTime(writeRows(deps, owner, zip, files), rowsMs)
  yield* writeEntries(deps, owner, zip, files.entries())
  for (const [sha256, path] of files.pages()) {
    const page = await readPage(owner, Buffer.from(sha256, 'hex'))
    if (page) yield* zip.addStream(path, [page])
    else missing.push(path)
  }
  for (const [sha256, path] of files.images()) {
    const image = await deps.images.read(Buffer.from(sha256, 'hex'))
    if (image) yield* zip.add(path, image, true)
    else missing.push(path)
  }
  if (missing.length > 0) yield* zip.add('missing.txt', `${missing.join('\n')}\n`)
  yield* zip.end()
}

/** Writes one file for each table, with a line of JSON for each row. Tables without rows have none. */
async function* writeRows(
  { location }: ExportAccountDeps,
  owner: UserId,
  zip: ZipWriter,
  files: AccountFiles,
): AsyncGenerator<Uint8Array, void> {
  const rows = await openSource(location)
  try {
    const { tables } = await schemaLayout(rows.steps)
    for (const table of tables) {
      const exported = exportedTable(table)
      if (!exported) continue
      const lines = jsonLines(accountRows(rows, exported, owner), (row) => files.add(table.name, row))
      const first = await lines.next()
      if (!first.done) yield* zip.addStream(`data/${table.name}.jsonl`, withFirst(first.value, lines))
    }
  } finally {
    await rows.close()
  }
}

/** @throws AppError `request_timeout` if the pieces are not read within a time */
async function* withinTime(pieces: AsyncIterable<Uint8Array>, ms: number): AsyncGenerator<Uint8Array, void> {
  const begin = performance.now()
  for await (const piece of pieces) {
    yield piece
    if (performance.now() - begin > ms)
      throw new AppError('request_timeout', `the rows of the account were not read within ${ms / 1000} seconds`)
  }
}

async function* withFirst(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  yield first
  yield* rest
}

async function* jsonLines(
  rows: AsyncIterable<AccountRow>,
  onRow: (row: AccountRow) => void,
): AsyncGenerator<Uint8Array, void> {
  let text = ''
  for await (const row of rows) {
    onRow(row)
    text += `${JSON.stringify(row)}\n`
    if (text.length < CHUNK_LENGTH) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}
