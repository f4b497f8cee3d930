import type { FetchEntryDeps } from './entries/fetch-entry.job.ts'
import type { EntryImagesDeps } from './images/entry-images.job.ts'
import type { RunImportDeps } from './imports/run-import.ts'
import type { OrderImages } from './entries/order-images.ts'
import type { ReportingFetcher } from './open-engines.ts'
import type { JobHandlers } from './jobs/job-queue.ts'
import type { MemoryBudget } from './kernel/memory-budget.ts'

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
      const { fetchEntryJob } = await import('./entries/fetch-entry.job.ts')
      const { userId, entryId, requestId } = payload
      const fetcher = deps.fetcher.onBehalfOf({ userId, entryId, requestId })
      await fetchEntryJob({ ...deps, fetcher, ...orderingFor(deps, requestId) })(payload, run)
    },
    'entry.images': async (payload, run) => {
      const { entryImagesJob } = await import('./images/entry-images.job.ts')
      await entryImagesJob({ ...images, fetcher: images.fetcher.onBehalfOf(payload) })(payload, run)
    },
    'entries.import': async (payload, run) => {
      const { importEntriesJob } = await import('./imports/import-entries.job.ts')
      await deps.memory.run('import', IMPORT_BYTES, () => importEntriesJob(imports)(payload, run))
    },
    'rules.apply': async (payload, run) => {
      const { applyRulesToAllJob } = await import('./entries/apply-rules-to-all.job.ts')
      await applyRulesToAllJob(imports)(payload, run)
    },
    'entries.change': async (payload, run) => {
      const { changeListedJob } = await import('./entries/change-listed.job.ts')
      await changeListedJob(imports)(payload, run)
    },
    'library.clear': async (payload, run) => {
      const [{ clearEntries }, { clearTags }, { clearAnnotations }] = await Promise.all([
        import('./entries/clear-entries.ts'),
        import('./entries/clear-tags.ts'),
        import('./annotations/clear-annotations.ts'),
      ])
      const clear = { tags: clearTags, annotations: clearAnnotations }
      const work = payload.kind === 'tags' || payload.kind === 'annotations' ? clear[payload.kind] : clearEntries
      await work(imports, payload, run)
    },
    'account.delete': async (payload, run) => {
      const { deleteAccountJob } = await import('./entries/delete-account.job.ts')
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
  const [{ deleteExpiredTokens }, { deleteOrphanedBodies }, { emptyTrash }, { deleteOldEvents }] = await Promise.all([
    import('./oauth/token.repository.ts'),
    import('./entries/capture.repository.ts'),
    import('./entries/trash.repository.ts'),
    import('./security-events/security-event.repository.ts'),
  ])
  const now = clock.now().toISOString()
  await database.transaction(async (tx) => {
    await deleteExpiredTokens(tx, now)
    await deleteOldEvents(tx, clock.now())
    await emptyTrash(tx, new Date(clock.now().getTime() - TRASH_KEPT_MS).toISOString())
  })
  await deleteOrphanedBodies(database)
  const { sweepImages } = await import('./images/sweep-images.ts')
  await sweepImages(images)
  const { sweepImports } = await import('./imports/sweep-imports.ts')
  await sweepImports(imports)
}
