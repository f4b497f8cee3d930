import type { Database } from '../db/database.ts'
import type { Tx } from '../db/schema.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import { cutText, storableText } from '../kernel/storable-text.ts'
import type { FormatChoice } from './import-formats.ts'
import { deleteFile, storeFile } from './import-file-store.ts'
import {
  countUnfinished,
  deleteImport,
  findImport,
  deleteOldImports,
  insertImport,
  updateImport,
} from './import.repository.ts'
import { type Import, type ImportOptions } from './import.ts'
import { MAX_UNFINISHED } from './import-limits.ts'

export interface StartImportDeps {
  readonly database: Database
  readonly jobs: JobQueue
  readonly clock: Clock
}

/** A stored file whose import has not been started. */
export interface ReceivedFile {
  readonly id: number
  /** size of the file in bytes */
  readonly size: number
}

const NO_OPTIONS: ImportOptions = { isAllRead: false, isFetching: true, tags: [] }

/**
 * Stores a file from a stream. Call `startImport` to process it, or `discardFile` to delete it.
 * @param fileName name that the client sent
 * @throws AppError `too_large` above 100 MB, `invalid_input` for an empty file, `too_many_requests` if the owner has
 *   `MAX_UNFINISHED` unfinished imports
 */
export async function receiveFile(
  { database, clock }: StartImportDeps,
  owner: UserId,
  fileName: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<ReceivedFile> {
  const id = await database.transaction(async (tx) => {
    if ((await countUnfinished(tx, owner)) >= MAX_UNFINISHED) {
      throw new AppError('too_many_requests', `at most ${MAX_UNFINISHED} imports can run at the same time`)
    }
    const name = cutText(storableText(fileName), 250)
    const now = clock.now().toISOString()
    return insertImport(tx, owner, {
      format: 'auto',
      fileName: name,
      size: 0,
      options: NO_OPTIONS,
      state: 'receiving',
      now,
    })
  })
  try {
    const size = await storeFile(database, { owner, id }, pieces)
    if (size === 0) throw new AppError('invalid_input', 'the file is empty', { details: { message: 'import.empty' } })
    return { id, size }
  } catch (error) {
    await discardFile({ database }, owner, id)
    throw error
  }
}

export async function discardFile(
  { database }: Pick<StartImportDeps, 'database'>,
  owner: UserId,
  id: number,
): Promise<void> {
  await database.transaction((tx) => deleteImport(tx, owner, id))
}

/**
 * Enqueues the check of a received file. Its result is the import in state `ready`, which `startImport` starts.
 * @throws AppError `not_found` if the file is missing
 */
export async function checkImport(
  { database, jobs, clock }: StartImportDeps,
  owner: UserId,
  { id, size }: ReceivedFile,
): Promise<void> {
  await database.transaction(async (tx) => {
    const changes = { state: 'checking', size, changed_at: clock.now().toISOString() }
    const job = await updateImport(tx, { owner, id, from: ['receiving'] }, changes)
    if (!job) throw notFound('import')
    await enqueueJob(jobs, tx, owner, { id, kind: 'check' })
  })
}

/**
 * Enqueues the import of a received or checked file.
 * @throws AppError `not_found` if the file is missing or its import has been started
 */
export async function startImport(
  { database, jobs, clock }: StartImportDeps,
  owner: UserId,
  { id, size }: ReceivedFile,
  { format, options }: { readonly format: FormatChoice; readonly options: ImportOptions },
): Promise<Import> {
  return database.transaction(async (tx) => {
    const now = clock.now().toISOString()
    const changes = { state: 'waiting', size, format, options: JSON.stringify(options), failure: null, changed_at: now }
    const job = await updateImport(tx, { owner, id, from: ['receiving', 'ready'] }, changes)
    if (!job) throw notFound('import')
    await deleteOldImports(tx, owner)
    await enqueueJob(jobs, tx, owner, { id, kind: 'import' })
    return job
  })
}

/** A check has a lane of its own, because the user waits for it, while an import may take minutes. */
function enqueueJob(
  jobs: JobQueue,
  tx: Tx,
  owner: UserId,
  { id, kind }: { readonly id: number; readonly kind: 'check' | 'import' },
): Promise<void> {
  return jobs.enqueue(
    tx,
    'entries.import',
    { userId: owner, importId: id },
    {
      userId: owner,
      lane: `${kind}s:${owner}`,
      dedupeKey: `entries.${kind}:${owner}:${id}`,
      priority: kind === 'check' ? 0 : 5,
    },
  )
}

/**
 * Deletes a file that is being checked, or that was checked and not started. Other imports do not change.
 * @throws AppError `not_found` if the owner has no such import, `conflict` if it has been started
 */
export async function discardCheckedFile(
  { database }: Pick<StartImportDeps, 'database'>,
  owner: UserId,
  id: number,
): Promise<void> {
  await database.transaction(async (tx) => {
    const job = await updateImport(tx, { owner, id, from: ['checking', 'ready'] }, { state: 'receiving' })
    if (job) return deleteImport(tx, owner, id)
    if (await findImport(tx, owner, id)) throw new AppError('conflict', 'the import has been started')
    throw notFound('import')
  })
}

/**
 * Cancels an import. It stops after the current batch, and imported pages remain. A finished import is not changed.
 * @returns the import in its new state
 * @throws AppError `not_found` if the owner has no such import
 */
export async function cancelImport({ database, clock }: StartImportDeps, owner: UserId, id: number): Promise<Import> {
  return database.transaction(async (tx) => {
    const now = clock.now().toISOString()
    const changes = { state: 'cancelled', changed_at: now, finished_at: now }
    // Deletes the file only if no job is reading it. The job of a running import deletes the file at the end.
    const waiting = await updateImport(tx, { owner, id, from: ['checking', 'ready', 'waiting'] }, changes)
    if (waiting) await deleteFile(tx, { owner, id })
    const found =
      waiting ??
      (await updateImport(tx, { owner, id, from: ['running'] }, changes)) ??
      (await findImport(tx, owner, id))
    if (!found || found.state === 'receiving') throw notFound('import')
    return found
  })
}
