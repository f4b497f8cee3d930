import type { UserId } from '../kernel/branded-ids.ts'
import type { ByteSource } from './byte-source.ts'
import type { FormatChoice } from './import-formats.ts'
import { findImport, deleteOldImports, insertImport, listImportErrors } from './import.repository.ts'
import type { Import, ImportError, ImportOptions } from './import.ts'
import { runImport, type RunImportDeps, type RunImportOptions } from './run-import.ts'
import { open } from 'node:fs/promises'
import { AppError } from '../kernel/errors.ts'
import { MAX_FILE_BYTES } from './import-limits.ts'

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

/**
 * Opens a local file, calls `work` with it, and closes it.
 * @throws AppError `invalid_input` for an unreadable or empty file, `too_large` above 100 MB
 */
export async function withLocalFile<T>(path: string, work: (file: ByteSource) => Promise<T>): Promise<T> {
  const refuse = (cause: unknown) => {
    throw new AppError('invalid_input', `${path} cannot be read`, { cause })
  }
  const handle = await open(path).catch(refuse)
  try {
    const info = await handle.stat()
    if (!info.isFile()) throw new AppError('invalid_input', `${path} is not a file`)
    if (info.size === 0) throw new AppError('invalid_input', `${path} is empty`)
    if (info.size > MAX_FILE_BYTES) throw new AppError('too_large', `${path} is larger than 100 MB`)
    const read = async (offset: number, length: number) => {
      const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, offset)
      return buffer.subarray(0, bytesRead)
    }
    return await work({ size: info.size, read })
  } finally {
    await handle.close()
  }
}
