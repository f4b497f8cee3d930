import { type JobPayloads, type JobRun, RetryLater } from '../jobs/job-queue.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import type { ByteSource } from './byte-source.ts'
import { checkFile } from './check-file.ts'
import { deleteFile, storedFile } from './import-file-store.ts'
import { type Import } from './import.ts'
import { MAX_ROWS } from './import-limits.ts'
import { findImport, updateImport } from './import.repository.ts'
import { finishImport, runImport, type RunImportDeps } from './run-import.ts'
import { reasonText } from './import-failure-reasons.ts'
import type { FormatChoice } from './import-formats.ts'
import { readRows } from './read-rows.ts'

/**
 * @returns the handler of the job that checks or imports an uploaded file, depending on its state. After an interruption,
 * an import continues after the last stored batch.
 */
export function importEntriesJob(deps: RunImportDeps) {
  return async ({ userId, importId: id }: JobPayloads['entries.import'], run: JobRun): Promise<void> => {
    const owner = userId as UserId
    const found = await deps.database.read((db) => findImport(db, owner, id))
    if (found?.state === 'checking') return failAtLast(deps, found, run, () => checkFile(deps, found, run))
    const job = await deps.database.transaction((tx) =>
      updateImport(
        tx,
        { owner, id, from: ['waiting', 'running'] },
        { state: 'running', started_at: found?.startedAt ?? deps.clock.now().toISOString() },
      ),
    )
    const name = { owner, id }
    await failAtLast(deps, job, run, async () => {
      const file = job && storedFile(deps.database, name, job.size)
      const counted = file && (await withTotal(deps, job, file, run))
      const end = counted && (await runImport(deps, counted, file, run))
      if (!end) await deps.database.transaction((tx) => deleteFile(tx, name))
    })
  }
}

/** Does the work, and ends the import if that fails at the last attempt. */
async function failAtLast(
  deps: RunImportDeps,
  job: Import | undefined,
  run: JobRun,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isLast = run.attempt >= run.maxAttempts && !run.signal.aborted
    if (job && isLast && !(error instanceof RetryLater)) await finishImport(deps, job, reasonText('brokeOffAgain'))
    throw error
  }
}

/**
 * Counts the rows before the import starts, so that the owner sees the total.
 * @returns the import with its total, or undefined if it was cancelled
 */
async function withTotal(deps: RunImportDeps, job: Import, file: ByteSource, run: JobRun): Promise<Import | undefined> {
  if (job.total !== null) return job
  const total = await countRows(file, job.format, run.signal)
  if (run.signal.aborted) throw new RetryLater('the process stops')
  return deps.database.transaction((tx) =>
    updateImport(tx, { owner: job.ownerId, id: job.id, from: ['running'] }, { total }),
  )
}

/**
 * Counts the rows of a file without storing anything.
 * @returns the number of rows, at most `MAX_ROWS`. If the file cannot be read to its end, only the rows before the
 * error count.
 */
async function countRows(file: ByteSource, format: FormatChoice, signal: AbortSignal): Promise<number> {
  let count = 0
  for await (const step of readRows(file, format)) {
    if (step.kind === 'collections') continue
    if (step.kind !== 'rows') break
    count += step.rows.length
    if (count >= MAX_ROWS || signal.aborted) break
  }
  return Math.min(count, MAX_ROWS)
}
