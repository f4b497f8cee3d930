import type { Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '../db/schema.ts'
import type { ImportTable } from '../db/tables/import-tables.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import type { FormatChoice, FormatName } from './import-formats.ts'
import { type FileContents, type Import, type ImportError, type ImportOptions, type ImportState } from './import.ts'
import { MAX_ERRORS, MAX_FINISHED } from './import-limits.ts'

/** All queries that return whole imports start here, so that none of them can omit the check of the owner. */
function owned(db: Db, owner: UserId) {
  return db.selectFrom('import').selectAll().where('user_id', '=', owner)
}

export async function findImport(db: Db, owner: UserId, id: number): Promise<Import | undefined> {
  const row = await owned(db, owner).where('id', '=', id).executeTakeFirst()
  return row && toImport(row)
}

/** @returns the owner's imports, newest first, without uploads that are in progress */
export async function listImports(db: Db, owner: UserId): Promise<Import[]> {
  const query = owned(db, owner).where('state', '!=', 'receiving').orderBy('id', 'desc')
  return (await query.limit(MAX_FINISHED * 2).execute()).map(toImport)
}

/** @returns the number of entries that an import created and that are still in the library */
export async function countImportedEntries(db: Db, owner: UserId, id: number): Promise<number> {
  const { total } = await db
    .selectFrom('entry')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('user_id', '=', owner)
    .where('import_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** @returns the number of rows of an import that were recorded with a reason */
export async function countImportErrors(db: Db, owner: UserId, id: number): Promise<number> {
  const { total } = await db
    .selectFrom('import_error')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('user_id', '=', owner)
    .where('import_id', '=', id)
    .executeTakeFirstOrThrow()
  return total
}

/**
 * @returns the rows that failed, were skipped, were merged or were not imported completely, in the order of the file, at
 *   most `MAX_ERRORS`
 */
export function listImportErrors(db: Db, owner: UserId, id: number): Promise<ImportError[]> {
  return db
    .selectFrom('import_error')
    .select(['row_number as row', 'reason'])
    .where('user_id', '=', owner)
    .where('import_id', '=', id)
    .orderBy('row_number')
    .limit(MAX_ERRORS)
    .execute()
}

export async function countUnfinished(db: Db, owner: UserId): Promise<number> {
  const { total } = await db
    .selectFrom('import')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('user_id', '=', owner)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow()
  return total
}

interface NewImport {
  readonly format: FormatChoice
  readonly fileName: string
  readonly size: number
  readonly options: ImportOptions
  readonly state: ImportState
  readonly now: string
}

/** @returns the id of the new import */
export async function insertImport(tx: Tx, owner: UserId, { now, ...about }: NewImport): Promise<number> {
  const row = await tx
    .insertInto('import')
    .values({
      user_id: owner,
      format: about.format,
      file_name: about.fileName,
      size: about.size,
      options: JSON.stringify(about.options),
      state: about.state,
      created_at: now,
      changed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/**
 * Changes an import if it is in one of the given states.
 * @returns the changed import, or undefined if there is none in these states
 */
export async function updateImport(
  tx: Tx,
  { owner, id, from }: { readonly owner: UserId; readonly id: number; readonly from: readonly ImportState[] },
  changes: Updateable<ImportTable>,
): Promise<Import | undefined> {
  const row = await tx
    .updateTable('import')
    .set(changes)
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .where('state', 'in', from)
    .returningAll()
    .executeTakeFirst()
  return row && toImport(row)
}

/** Deletes an import with its file and its failed rows. */
export async function deleteImport(tx: Tx, owner: UserId, id: number): Promise<void> {
  await tx.deleteFrom('import').where('user_id', '=', owner).where('id', '=', id).execute()
}

/** Deletes the oldest finished imports, so that at most `MAX_FINISHED` remain. */
export async function deleteOldImports(tx: Tx, owner: UserId): Promise<void> {
  const kept = (db: Db) =>
    db
      .selectFrom('import')
      .select('id')
      .where('user_id', '=', owner)
      .where('finished_at', 'is not', null)
      .orderBy('id', 'desc')
      .limit(1)
      .offset(MAX_FINISHED)
  const oldest = await kept(tx).executeTakeFirst()
  if (!oldest) return
  await tx
    .deleteFrom('import')
    .where('user_id', '=', owner)
    .where('finished_at', 'is not', null)
    .where('id', '<=', oldest.id)
    .execute()
}

function toImport(row: Selectable<ImportTable>): Import {
  return {
    id: row.id,
    ownerId: row.user_id as UserId,
    format: row.format as FormatChoice,
    foundFormat: row.found_format as FormatName | null,
    fileName: row.file_name,
    size: row.size,
    options: JSON.parse(row.options) as ImportOptions,
    state: row.state as ImportState,
    failure: row.failure,
    bytesRead: row.bytes_read,
    rowsDone: row.rows_done,
    imported: row.imported,
    merged: row.merged,
    skipped: row.skipped,
    failed: row.failed,
    total: row.total,
    alreadySaved: row.already_saved,
    contents: row.contents === null ? null : (JSON.parse(row.contents) as FileContents),
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    undoAction: row.undo_action_id === null ? null : Number(row.undo_action_id),
    highlightsUndoneAt: row.highlights_undone_at,
  }
}
