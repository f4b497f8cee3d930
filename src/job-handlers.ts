import type { FetchEntryDeps } from './entries/fetch-entry.job.ts'
import type { JobHandlers } from './jobs/job-queue.ts'

/** Every kind of job and what runs it. A kind without a handler does not compile. Each is loaded with its first job. */
export function jobHandlers(deps: FetchEntryDeps): JobHandlers {
  return {
    'entry.fetch': async (payload, run) => {
      const { fetchEntryJob } = await import('./entries/fetch-entry.job.ts')
      await fetchEntryJob(deps)(payload, run)
    },
    'maintenance.sweep': async () => {
      const [{ deleteExpiredTokens }, { deleteOrphanedBodies }] = await Promise.all([
        import('./oauth/token.repository.ts'),
        import('./entries/capture.repository.ts'),
      ])
      const now = deps.clock.now().toISOString()
      await deps.database.transaction(async (tx) => {
        await deleteExpiredTokens(tx, now)
        await deleteOrphanedBodies(tx)
      })
    },
  }
}
