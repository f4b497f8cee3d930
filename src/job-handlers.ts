import { deleteOldSamples } from './activity/activity-sample.repository.ts'
import { deleteAllAnnotations } from './annotations/delete-all-annotations.ts'
import type { ReadLists } from './entries/listing/list-entry-ids.ts'
import {
  clearLibrary,
  entryJobs,
  runFetchJob,
  sweepBodies,
  sweepEntries,
  type FetchJobDeps,
  type SweepEntriesDeps,
} from './entries/entry-jobs.ts'
import { entryImagesJob, type EntryImagesDeps } from './images/entry-images.job.ts'
import { deleteLostEditions } from './exports/editions/edition.repository.ts'
import { deleteUnusedImages } from './images/delete-unused-images.ts'
import type { RunImportDeps } from './imports/run-import.ts'
import { RESPONSE_RETENTION_MS } from './sync/idempotency/claim-key.ts'
import { deleteOldResponses } from './sync/idempotency/stored-response.repository.ts'
import { deleteOldOutcomes } from './sync/operations/operation-outcome.repository.ts'
import { RESULT_RETENTION_MS } from './sync/operations/operation.ts'
import { TOMBSTONE_RETENTION_MS, pruneTombstones } from './sync/prune-tombstones.ts'
import { deleteOldRemovals } from './tags/tag-times.repository.ts'
import { purgeDeletedWords } from './search/purge-deleted-words.ts'
import { sweepImports } from './imports/sweep-imports.ts'
import { createPace } from './fetching/pace.ts'
import { inBackground } from './fetching/background-fetcher.ts'
import type { JobHandlers } from './jobs/job-queue.ts'
import type { ObjectStore } from './objects/object-store.ts'
import type { MemoryBudget, WorkKind } from './kernel/memory-budget.ts'
import { mailJobs, type MailJobDeps } from './mail/mail-jobs.ts'
import { sweepMail } from './mail/sweep-mail.ts'
import { deleteExpiredTokens } from './oauth/token.repository.ts'
import type { ReportingFetcher } from './open-fetcher.ts'
import { deleteOldEvents } from './security-events/security-event.repository.ts'

/** Bytes of memory to reserve for an import, including its thread. The value comes from `npm run bench:memory`. */
const IMPORT_BYTES = 64 * 1024 * 1024
const IMPORT: WorkKind = { name: 'import', priority: 1 }

/**
 * Minimum time in milliseconds between the starts of two bulk fetches of a process. Links whose hosts do not respond
 * fail at once, and storing thousands of failures one after another would delay the requests of users.
 */
const BULK_FETCH_INTERVAL_MS = 100

/** Milliseconds for which the samples of what processes did are kept. The picture shows the last day. */
const SAMPLE_RETENTION_MS = 2 * 86_400_000

type Reporting<Deps extends { readonly fetcher: unknown }> = Omit<Deps, 'fetcher'> & {
  readonly fetcher: ReportingFetcher
}

interface SweepSettings extends Pick<SweepEntriesDeps, 'trashDays'> {
  /** number of days for which security events are kept */
  readonly eventDays: number
}

interface StoreDeps {
  readonly objects: ObjectStore
  /** whether the object store is a bucket */
  readonly hasBucket: boolean
}

type JobDeps = Reporting<FetchJobDeps> & SweepSettings & StoreDeps & { readonly memory: MemoryBudget }

/** @returns a handler for each kind of job. The return type turns a missing handler into a compile error. */
export function jobHandlers(
  deps: JobDeps,
  images: Reporting<EntryImagesDeps>,
  imports: RunImportDeps & ReadLists,
  mail: MailJobDeps,
): JobHandlers {
  const bulkPace = createPace(BULK_FETCH_INTERVAL_MS)
  const jobsOfEntries = entryJobs(imports)
  return {
    ...jobsOfEntries,
    ...mailJobs(mail),
    'account.delete': async (payload, run) => {
      await jobsOfEntries['account.delete'](payload, run)
      await purgeDeletedWords(deps.database)
    },
    'entry.fetch': async (payload, run) => {
      const { userId, entryId, requestId } = payload
      const fetcher = deps.fetcher.onBehalfOf({ userId, entryId, requestId })
      if (payload.isBulk) await bulkPace(run.signal)
      await runFetchJob({ ...deps, fetcher }, payload, run)
    },
    'entry.images': async (payload, run) => {
      await entryImagesJob({ ...images, fetcher: inBackground(images.fetcher.onBehalfOf(payload)) })(payload, run)
    },
    'entries.import': async (payload, run) => {
      // Loads the parsers of all formats, which takes a tenth of a second.
      const { importEntriesJob } = await import('./imports/import-entries.job.ts')
      await deps.memory.run(IMPORT, IMPORT_BYTES, () => importEntriesJob(imports)(payload, run))
    },
    'library.clear': async (payload, run) => {
      await (payload.kind === 'annotations' ? deleteAllAnnotations : clearLibrary)(imports, payload, run)
    },
    'maintenance.sweep': () => sweep(deps, images, imports),
  }
}

async function sweep(
  { database, clock, trashDays, eventDays, objects, hasBucket }: SweepEntriesDeps & SweepSettings & StoreDeps,
  images: Pick<EntryImagesDeps, 'database' | 'clock' | 'store'>,
  imports: RunImportDeps,
): Promise<void> {
  await database.transaction(async (tx) => {
    await deleteExpiredTokens(tx, clock.now().toISOString())
    await deleteOldEvents(tx, clock.now(), eventDays)
    const ago = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds).toISOString()
    await pruneTombstones(tx, database.dialect, ago(TOMBSTONE_RETENTION_MS))
    await deleteOldRemovals(tx, ago(TOMBSTONE_RETENTION_MS))
    await deleteOldOutcomes(tx, ago(RESULT_RETENTION_MS))
    await deleteOldResponses(tx, ago(RESPONSE_RETENTION_MS))
    await deleteOldSamples(tx, ago(SAMPLE_RETENTION_MS))
  })
  await sweepEntries({ database, clock, trashDays })
  await database.transaction(deleteLostEditions)
  await sweepImports(imports)
  await sweepMail(imports)
  await database.updateStatistics()
  // Last, because the object store may be away.
  await deleteUnusedImages(images)
  await sweepBodies({ database, clock, objects }, hasBucket)
}
