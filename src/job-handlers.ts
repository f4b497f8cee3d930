import type { FetchEntryDeps } from './entries/fetching/fetch-entry.job.ts'
import type { EntryImagesDeps } from './images/entry-images.job.ts'
import type { RunImportDeps } from './imports/run-import.ts'
import type { OrderImages } from './entries/order-images.ts'
import type { ReportingFetcher } from './open-engines.ts'
import type { JobHandlers } from './jobs/job-queue.ts'
import type { MemoryBudget } from './kernel/memory-budget.ts'
import { fetchEntryJob } from './entries/fetching/fetch-entry.job.ts'
import { entryImagesJob } from './images/entry-images.job.ts'
import { applyRulesToAllJob } from './entries/tagging-rules/apply-rules-to-all.job.ts'
import { changeListedJob } from './entries/changing/change-listed.job.ts'
import { deleteAccountJob } from './entries/deleting/delete-account.job.ts'
import { sweepImages } from './images/sweep-images.ts'
import { sweepImports } from './imports/sweep-imports.ts'
import { clearEntries } from './entries/deleting/clear-entries.ts'
import { clearTags } from './entries/deleting/clear-tags.ts'
import { clearAnnotations } from './annotations/clear-annotations.ts'
import { deleteExpiredTokens } from './oauth/token.repository.ts'
import { deleteOrphanedBodies } from './entries/fetching/capture.repository.ts'
import { emptyTrash } from './entries/trash/trash.repository.ts'
import { deleteOldEvents } from './security-events/security-event.repository.ts'

/** How long a deletion can be taken back. */
const TRASH_KEPT_MS = 86_400_000

/** What an import needs, its thread included: `npm run bench:memory`. */
const IMPORT_BYTES = 64 * 1024 * 1024

type Reporting<Deps extends { readonly fetcher: unknown }> = Omit<Deps, 'fetcher'> & {
  readonly fetcher: ReportingFetcher
}

type JobDeps = Reporting<FetchEntryDeps> & { readonly memory: MemoryBudget }

/** Images that a page names are fetched for the request that fetched the page. */
function orderingFor({ orderImages }: Pick<FetchEntryDeps, 'orderImages'>, requestId: string) {
  return orderImages && { orderImages: ((tx, owner, id) => orderImages(tx, owner, id, requestId)) as OrderImages }
}

/** Every kind of job and what runs it. A kind without a handler does not compile. Each is loaded with its first job. */
export function jobHandlers(deps: JobDeps, images: Reporting<EntryImagesDeps>, imports: RunImportDeps): JobHandlers {
  return {
    'entry.fetch': async (payload, run) => {
      const { userId, entryId, requestId } = payload
      const fetcher = deps.fetcher.onBehalfOf({ userId, entryId, requestId })
      await fetchEntryJob({ ...deps, fetcher, ...orderingFor(deps, requestId) })(payload, run)
    },
    'entry.images': async (payload, run) => {
      await entryImagesJob({ ...images, fetcher: images.fetcher.onBehalfOf(payload) })(payload, run)
    },
    'entries.import': async (payload, run) => {
      const { importEntriesJob } = await import('./imports/import-entries.job.ts')
      await deps.memory.run('import', IMPORT_BYTES, () => importEntriesJob(imports)(payload, run))
    },
    'rules.apply': async (payload, run) => {
      await applyRulesToAllJob(imports)(payload, run)
    },
    'entries.change': async (payload, run) => {
      await changeListedJob(imports)(payload, run)
    },
    'library.clear': async (payload, run) => {
      const clear = { tags: clearTags, annotations: clearAnnotations }
      const work = payload.kind === 'tags' || payload.kind === 'annotations' ? clear[payload.kind] : clearEntries
      await work(imports, payload, run)
    },
    'account.delete': async (payload, run) => {
      await deleteAccountJob(deps)(payload, run)
    },
    'maintenance.sweep': () => sweep(deps, images, imports),
  }
}

async function sweep(
  { database, clock }: Pick<FetchEntryDeps, 'database' | 'clock'>,
  images: Pick<EntryImagesDeps, 'database' | 'clock' | 'store'>,
  imports: RunImportDeps,
): Promise<void> {
  const now = clock.now().toISOString()
  await database.transaction(async (tx) => {
    await deleteExpiredTokens(tx, now)
    await deleteOldEvents(tx, clock.now())
    await emptyTrash(tx, new Date(clock.now().getTime() - TRASH_KEPT_MS).toISOString())
  })
  await deleteOrphanedBodies(database)
  await sweepImages(images)
  await sweepImports(imports)
}
