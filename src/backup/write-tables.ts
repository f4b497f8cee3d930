import type { ObjectStore } from '../objects/object-store.ts'
import type { ByteStage } from './files/age-encryption.ts'
import type { BackupFile, BackupManifest } from './files/backup-manifest.ts'
import type { BackupRecord, Recorded, RecordedRange } from './files/backup-record.ts'
import { PartWriter } from './files/part-files.ts'
import { identifyingColumns } from './rows/identifying-columns.ts'
import { objectInliner } from './rows/inline-objects.ts'
import { formatRow, type Row } from './rows/row.ts'
import type { RowRange, RowSource } from './rows/row-source.ts'
import { RowsDigest, RowsHash } from './rows/rows-digest.ts'
import { schemaLayout, type TableLayout } from './rows/table-layout.ts'

/** What the manifest says about the database. */
type DatabasePart = Pick<BackupManifest, 'counters' | 'tables' | 'files'>

interface TablesTarget {
  readonly draft: ObjectStore
  readonly encrypt: ByteStage | undefined
  /** where captures are that the database only refers to */
  readonly objects: ObjectStore
  readonly record: BackupRecord
  /** bytes of the rows that are written together: a range that has changed since an interruption is written again */
  readonly rangeBytes: number
}

/**
 * Writes the rows of all tables in ranges. A range that an interrupted attempt has written is kept if it has the same rows in
 * the present state of the database, so that all parts together are this state.
 * @returns the parts, and the paths of those that were kept
 */
export async function writeTables(
  rows: RowSource,
  target: TablesTarget,
): Promise<DatabasePart & { readonly kept: readonly BackupFile[] }> {
  const layout = await schemaLayout(rows.steps)
  const tables: BackupManifest['tables'][number][] = []
  const [files, kept]: [BackupFile[], BackupFile[]] = [[], []]
  for (const table of layout.tables) {
    const digest = new RowsDigest()
    for await (const { range, isKept } of writeRanges(rows, table, target)) {
      digest.addAll(range.rows, range.digest)
      files.push(...range.files)
      if (isKept) kept.push(...range.files)
    }
    tables.push({ name: table.name, columns: table.columns, rows: digest.rows, digest: String(digest) })
  }
  return { counters: await rows.readCounters(layout.tables), tables, files, kept }
}

interface WrittenRange {
  readonly range: RecordedRange
  readonly isKept: boolean
}

async function* writeRanges(
  rows: RowSource,
  table: TableLayout,
  target: TablesTarget,
): AsyncGenerator<WrittenRange, void> {
  const name = `tables/${table.name}`
  const writer = new PartWriter(target.draft, name, target.encrypt, target.record.lastNumber(name))
  const known = target.record.rangesOf(table.name)
  let from: string | undefined
  for (let index = 0; ; index++) {
    const old = known[index]
    const isKept = old !== undefined && (await isUnchanged(rows, table, old.work))
    const to: string | undefined =
      old?.work.to ?? (isKept ? undefined : await rows.endOfRange(table, from, target.rangeBytes))
    const range = isKept ? old.work : await writeRange(rows, table, { ...target, range: { from, to }, writer, old })
    yield { range, isKept }
    if (to === undefined) return
    from = to
  }
}

/** @returns true if a range has the rows that an interrupted attempt has written */
async function isUnchanged(rows: RowSource, table: TableLayout, written: RecordedRange): Promise<boolean> {
  const identifying = identifyingColumns(table)
  const present = hashOf(identifying)
  for await (const batch of rows.readRows(identifying, { range: written }))
    for (const row of batch) present.add(formatRow(row))
  return String(present) === written.hash
}

function hashOf({ columns }: TableLayout): RowsHash {
  return new RowsHash(columns.map(({ name }) => name))
}

interface RangeTarget extends TablesTarget {
  readonly range: RowRange
  readonly writer: PartWriter
  /** the note of an interrupted attempt, which is replaced */
  readonly old: Recorded<RecordedRange> | undefined
}

async function writeRange(
  rows: RowSource,
  table: TableLayout,
  { range, writer, old, objects, record }: RangeTarget,
): Promise<RecordedRange> {
  const [digest, hash, identify] = [new RowsDigest(), hashOf(identifyingColumns(table)), lineIdentifier(table)]
  const files: BackupFile[] = []
  let isComplete = true
  for await (const batch of completeRows(rows.readRows(table, { range }), table, objects)) {
    const lines = batch.map(formatRow)
    for (const line of lines) digest.add(line)
    for (const [index, line] of lines.entries()) hash.add(identify(line, batch[index]!))
    const part = lines.length > 0 ? await writer.write(`${lines.join('\n')}\n`) : undefined
    if (part) files.push(part)
    isComplete &&= lines.length > 0
  }
  const last = await writer.close()
  if (last) files.push(last)
  // A body that is missing now may be there at the next attempt, which then must not keep the range.
  const contents = { hash: isComplete ? String(hash) : '', rows: digest.rows, digest: String(digest), files }
  const written = { table: table.name, ...range, ...contents }
  if (old || files.length > 0 || range.to !== undefined) await record.add(written, old)
  return written
}

/** @returns a function that finds the line that identifies the content of a row, which has another line in the backup */
function lineIdentifier(table: TableLayout): (line: string, row: Row) => string {
  const { columns } = identifyingColumns(table)
  if (columns.length === table.columns.length) return (line) => line
  const places = columns.map((column) => table.columns.indexOf(column))
  return (_line, row) => formatRow(places.map((place) => row[place]!))
}

/**
 * Reads the rows in batches, with the bodies that are in the object store. Those are read one by one, because they may be
 * large. @returns an empty batch in place of a row whose body is missing
 */
async function* completeRows(
  rows: AsyncIterable<readonly Row[]>,
  table: TableLayout,
  objects: ObjectStore,
): AsyncGenerator<readonly Row[], void> {
  const inline = objectInliner(table, objects)
  for await (const batch of rows) {
    if (!inline) yield batch
    else
      for (const row of batch) {
        const complete = await inline(row)
        yield complete ? [complete] : []
      }
  }
}
