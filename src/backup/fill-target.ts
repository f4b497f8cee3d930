import { AppError } from '../kernel/errors.ts'
import { imagePartsOf, partsOf, type BackupManifest } from './files/backup-manifest.ts'
import { parseImageLine } from './files/image-files.ts'
import type { OpenBackup } from './open-backup.ts'
import { readPart } from './files/part-files.ts'
import { formatRow, parseRow, type Row } from './rows/row.ts'
import type { RowTarget } from './rows/row-target.ts'
import { RowsDigest } from './rows/rows-digest.ts'
import type { TableLayout } from './rows/table-layout.ts'

/**
 * Stores the rows of a backup that the target does not contain yet, and compares the target with the backup.
 * @throws AppError `invalid_input` if the backup has other tables or columns, or the rows differ from what it describes. The
 *   target is discarded then.
 */
export async function fillTarget(target: RowTarget, backup: OpenBackup): Promise<void> {
  try {
    const tables = inColumnOrder(backup)
    for (const table of tables) {
      for (const part of partsOf(backup.manifest, table.name)) {
        if (!target.storedParts.has(part)) await target.store(part, table, readRows(backup, part, table))
      }
    }
    await compare(target, backup.manifest, tables)
  } catch (error) {
    if (error instanceof AppError) await target.discard()
    throw error
  }
}

/**
 * @returns the tables with their columns in the order of the backup
 * @throws AppError `invalid_input` if the tables or columns differ
 */
function inColumnOrder({ manifest, tables }: OpenBackup): readonly TableLayout[] {
  const described = new Map(manifest.tables.map((table) => [table.name, table.columns]))
  return tables.map((table) => {
    const columns = described.get(table.name) ?? []
    if (described.size === tables.length && sortedNames(columns) === sortedNames(table.columns))
      return { ...table, columns }
    throw new AppError('invalid_input', `the backup is damaged: it does not describe the table ${table.name}`)
  })
}

function sortedNames(columns: TableLayout['columns']): string {
  const names = columns.map(({ name, kind }) => `${name} ${kind}`)
  return names.toSorted().join()
}

async function* readRows(
  { store, decrypt }: OpenBackup,
  part: string,
  { columns }: TableLayout,
): AsyncGenerator<readonly Row[], void> {
  const kinds = columns.map(({ kind }) => kind)
  for await (const lines of readPart(store, part, decrypt)) yield lines.map((line) => parseRow(line, kinds))
}

/** Reads the stored rows again, because the purpose of a backup is that they are the same. */
async function compare({ rows }: RowTarget, manifest: BackupManifest, tables: readonly TableLayout[]): Promise<void> {
  for (const table of tables) {
    const digest = new RowsDigest()
    for await (const batch of rows.readRows(table)) for (const row of batch) digest.add(formatRow(row))
    const described = manifest.tables.find(({ name }) => name === table.name)!
    if (described.rows === digest.rows && described.digest === String(digest)) continue
    const counts = `${digest.rows} rows instead of ${described.rows}`
    const problem = described.rows === digest.rows ? 'other rows than the backup describes' : counts
    throw new AppError('invalid_input', `the restored table ${table.name} has ${problem}; nothing was replaced`)
  }
}

/**
 * Reads all images of a backup.
 * @throws AppError `invalid_input` if one is damaged, or if their number is wrong
 */
export async function* readImages({ store, manifest, decrypt }: OpenBackup): AsyncGenerator<{
  readonly name: string
  readonly bytes: Uint8Array
}> {
  let count = 0
  for (const part of imagePartsOf(manifest)) {
    for await (const lines of readPart(store, part, decrypt)) {
      for (const line of lines) yield parseImageLine(line)
      count += lines.length
    }
  }
  if (count !== manifest.images)
    throw new AppError('invalid_input', `the backup has ${count} images instead of ${manifest.images}`)
}
