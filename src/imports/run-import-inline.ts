import type { UserId } from '../kernel/branded-ids.ts'
import type { ByteSource } from './byte-source.ts'
import type { FormatChoice } from './format-list.ts'
import { findImport, deleteOldImports, insertImport, listImportErrors } from './import.repository.ts'
import type { Import, ImportError, ImportOptions } from './import.ts'
import { runImport, type RunImportDeps, type RunImportOptions } from './run-import.ts'

export interface RunImportInlineInput {
  readonly owner: UserId
  readonly format: FormatChoice
  readonly fileName: string
  readonly options: ImportOptions
}

/**
 * Imports a local file in this process, without a job.
 * @returns the finished import and its first failed rows
 */
export async function runImportInline(
  deps: RunImportDeps,
  input: RunImportInlineInput,
  file: ByteSource,
  run: RunImportOptions,
): Promise<{ readonly job: Import; readonly errors: readonly ImportError[] }> {
  const { owner, ...about } = input
  const { database, clock } = deps
  const now = clock.now().toISOString()
  const started = await database.transaction(async (tx) => {
    const id = await insertImport(tx, owner, { ...about, size: file.size, state: 'running', now })
    await deleteOldImports(tx, owner)
    return (await findImport(tx, owner, id))!
  })
  await runImport(deps, started, file, run)
  return database.read(async (db) => ({
    job: (await findImport(db, owner, started.id)) ?? started,
    errors: await listImportErrors(db, owner, started.id),
  }))
}
