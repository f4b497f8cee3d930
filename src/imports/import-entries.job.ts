import type { JobPayloads, JobRun } from '../jobs/job-queue.ts'
import { RetryLater } from '../jobs/job-queue.ts'
import type { UserId } from '../kernel/brand.ts'
import { deleteFile, storedFile } from './import-file-store.ts'
import { updateImport } from './import.repository.ts'
import { finishImport, runImport, type RunImportDeps } from './run-import.ts'

/** Imports the file of an import. An interrupted run continues after the completed rows. */
export function importEntriesJob(deps: RunImportDeps) {
  return async ({ userId, importId: id }: JobPayloads['entries.import'], run: JobRun): Promise<void> => {
    const owner = userId as UserId
    const job = await deps.database.transaction((tx) =>
      updateImport(tx, { owner, id, from: ['waiting', 'running'] }, { state: 'running' }),
    )
    const name = { owner, id }
    try {
      const end = job && (await runImport(deps, job, storedFile(deps.database, name, job.size), run))
      if (!end) await deps.database.transaction((tx) => deleteFile(tx, name))
    } catch (error) {
      const isLast = run.attempt >= run.maxAttempts && !run.signal.aborted
      if (job && isLast && !(error instanceof RetryLater))
        await finishImport(deps, job, 'The import broke off again and again.')
      throw error
    }
  }
}
