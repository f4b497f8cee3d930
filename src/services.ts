import { databaseLocation } from './config/database-location.ts'
import { loadInstanceKey } from './config/instance-key.ts'
import type { Settings } from './config/settings.ts'
import { siteLoginFinder } from './site-credentials/find-site-login.ts'
import { activityRecorder, type ActivityRecorder } from './activity/activity-recorder.ts'
import type { Database } from './db/database.ts'
import { isPostgres } from './db/open-database.ts'
import { rulesForPageFinder, type FindRulesForPage } from './entries/site-rules/find-rules-for-page.ts'
import type { UpdateRanges } from './entries/entry.ts'
import type { DocumentPictureStore } from './entries/document-picture-store.ts'
import { imageEnqueuer } from './entries/enqueue-images.ts'
import { hostOfLane } from './entries/fetching/fetch-lane.ts'
import type { ExtractionPool } from './extraction/extraction-pool.ts'
import { exportThreads, type ExportThreads } from './exports/export-threads.ts'
import { isListed } from './fetching/addresses/allow-list.ts'
import type { ImageStore } from './images/image-store.ts'
import { objectImageStore } from './images/object-image-store.ts'
import type { ApplyRules } from './imports/storing/store-context.ts'
import { jobHandlers } from './job-handlers.ts'
import type { ObjectStore } from './objects/object-store.ts'
import type { JobHandlers, JobQueue } from './jobs/job-queue.ts'
import { closeDatabases, openDatabases, type Databases } from './open-databases.ts'
import { openHeavyWork, type HeavyWork } from './open-heavy-work.ts'
import { APP_DOCUMENT_LIMITS } from './oauth/apps/app-document.ts'
import { openFetcher, type FetcherNeeds, type ReportingFetcher } from './open-fetcher.ts'
import { openJobs, type Jobs } from './jobs/open-jobs.ts'
import { measuredObjects } from './observed-services.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Mailer } from './mail/mailer.ts'
import { openMail, type Mail } from './open-mail.ts'
import { openObservers, type Observers } from './open-observers.ts'
import type { ServiceLog } from './service-log.ts'
import { systemClock, type Clock } from './kernel/clock.ts'
import type { MemoryBudget } from './kernel/memory-budget.ts'
import { packageVersion } from './kernel/package-version.ts'
import { imageQuota, openObjectStore, openPictures } from './open-stores.ts'
import { openSearch } from './search/open-search-index.ts'
import type { SearchIndex } from './search/search-index.ts'
import { guesses, type MakeGuesses } from './throttling/guess-throttle.ts'
import type { Tracing } from './tracing/tracing.ts'
import { limiterFactory, throttles, type Throttles } from './throttling/throttle.ts'
import { passwordHasher, type PasswordHasher } from './users/passwords/password-hasher.ts'
import { updateRanges as keep } from './annotations/update-ranges.ts'
import { applyTaggingRules } from './entries/tagging-rules/apply-tagging-rules.ts'

/** The services that `serve` and `worker` share. */
export interface Services extends Databases {
  readonly settings: Settings
  readonly version: string
  readonly clock: Clock
  readonly instanceKey: Uint8Array
  readonly hasher: PasswordHasher
  readonly throttles: Throttles
  readonly guesses: MakeGuesses
  readonly fetcher: ReportingFetcher
  /** fetches the descriptions of apps */
  readonly appFetcher: ReportingFetcher
  readonly extraction: ExtractionPool
  readonly findRules: FindRulesForPage
  readonly exportThreads: ExportThreads
  /** memory budget, shared by all tasks that need much memory */
  readonly memory: MemoryBudget
  readonly images: ImageStore
  /** contains the images, and large captures if it is a bucket */
  readonly objects: ObjectStore
  /** stores the pictures embedded in documents; absent if the settings turn images off */
  readonly pictures?: DocumentPictureStore
  readonly searchIndex: SearchIndex
  readonly jobs: Jobs
  readonly handlers: JobHandlers
  /** sends mails; absent if the settings name no mail server */
  readonly mailer?: Mailer
  /** counts what the process does, for the picture of the last day */
  readonly activity: ActivityRecorder
  /** absent if the settings turn metrics off */
  readonly metrics?: Metrics
  /** absent if the settings name no collector of traces */
  readonly tracing?: Tracing
  /** Closes the services in the order of their dependencies. Running jobs have `graceMs` milliseconds to finish. */
  close(graceMs: number): Promise<void>
}

const MEGABYTE = 1024 * 1024

/** Maximum sizes in bytes of a fetched image, before and after decompression (security specification, section 5). */
const IMAGE_LIMITS = { wireBytes: 10 * MEGABYTE, decodedBytes: 10 * MEGABYTE }

/**
 * Opens all services. The database must have been migrated. Large modules are loaded when they are first used.
 * @param given memory budget and extraction threads that several instances of `Services` in one process share, as in
 *   tests. The caller must close them. If absent, the services open their own.
 */
export async function openServices(settings: Settings, plainLog: ServiceLog, given?: HeavyWork): Promise<Services> {
  const version = packageVersion()
  const { log, observe, metrics, tracing } = await openObservers(settings, plainLog, version)
  const location = databaseLocation(settings)
  const databases = await openDatabases(settings, { log, observe })
  const { database } = databases
  const fetchers = openFetchers(settings, { version, log, observe })
  const { memory, extraction } = observed(given ?? openHeavyWork(settings, database), observe)
  const stores = openStores(settings, log)
  const findRules = rulesForPageFinder(database, settings.DOGEAR_SITE_RULES_DIR)
  const searchIndex = await openSearch(database, location)
  const jobs = openJobs(database, { ...jobLimits(settings), log })
  const [clock, files] = [systemClock, exportThreads()]
  const instanceKey = loadInstanceKey(settings.DOGEAR_DATA_DIR, settings.DOGEAR_SECRET)
  const pictures = openPictures(settings, { database, clock, store: stores.images, instanceKey })
  const shared = sharedByJobs(settings, { database, clock, memory, jobs: jobs.queue, pictures, ...stores })
  const watched = { ...fetchers, extraction, log, signals: jobs.signals }
  const mail = openMail(settings, { ...shared, exportThreads: files, searchIndex })
  return {
    settings,
    version,
    clock,
    ...databases,
    instanceKey,
    hasher: passwordHasher(),
    ...(await openThrottles(settings, database)),
    fetcher: fetchers.fetcher,
    appFetcher: fetchers.appFetcher,
    extraction,
    findRules,
    exportThreads: files,
    memory,
    jobs,
    ...stores,
    ...(pictures && { pictures }),
    searchIndex,
    ...(mail.mailer && { mailer: mail.mailer }),
    activity: activityRecorder(database, clock),
    ...(metrics && { metrics }),
    ...(tracing && { tracing }),
    handlers: observe.handlers(handlersOf(settings, { ...shared, ...watched, findRules, instanceKey, mail })),
    close: closer({
      ...watched,
      ...stores,
      databases,
      jobs,
      files,
      searchIndex,
      ownWork: !given && extraction,
      tracing,
    }),
  }
}

interface Closed extends Pick<Services, 'jobs' | 'searchIndex'>, Fetchers {
  readonly objects: ObjectStore
  readonly files: ExportThreads
  /** the extraction threads, if they are to be stopped */
  readonly ownWork: ExtractionPool | false
  readonly databases: Databases
  readonly tracing: Tracing | undefined
}

function closer({
  jobs,
  databases,
  fetcher,
  imageFetcher,
  appFetcher,
  files,
  searchIndex,
  objects,
  ownWork,
  tracing,
}: Closed): Services['close'] {
  return async (graceMs) => {
    await jobs.runner.stop(graceMs)
    await Promise.all([fetcher.close(), imageFetcher.close(), appFetcher.close()])
    await Promise.all([ownWork && ownWork.stop(), files.stop(), searchIndex.close(), objects.close()])
    await jobs.signals.close()
    await closeDatabases(databases)
    await tracing?.close()
  }
}

function openStores(settings: Settings, log: ServiceLog) {
  const objects = measuredObjects(openObjectStore(settings), log)
  return { objects, images: objectImageStore(objects) }
}

/** What the jobs share. */
interface SharedByJobs {
  readonly database: Database
  readonly clock: Clock
  readonly memory: MemoryBudget
  readonly jobs: JobQueue
  readonly objects: ObjectStore
  readonly images: ImageStore
}

function sharedByJobs(
  { DOGEAR_IMAGES: hasImages }: Settings,
  { pictures, ...given }: SharedByJobs & { readonly pictures: DocumentPictureStore | undefined },
) {
  const enqueueImages = hasImages && { enqueueImages: imageEnqueuer(given.jobs) }
  return { ...given, ...enqueueImages, ...(pictures && { pictures }) }
}

interface JobParts
  extends SharedByJobs, Fetchers, Pick<Services, 'extraction' | 'images' | 'findRules' | 'instanceKey'> {
  readonly log: ServiceLog
  readonly signals: Jobs['signals']
  readonly mail: Mail
}

function handlersOf(settings: Settings, parts: JobParts): JobHandlers {
  const { fetcher, imageFetcher, extraction, images, findRules, instanceKey, log, signals, mail, ...shared } = parts
  return jobHandlers(
    {
      ...shared,
      ...settingsOfJobs(settings, mail),
      fetcher,
      extraction,
      signals,
      onFailure: (failure) => log.fetchFailed(failure),
      findRules,
      findLogin: siteLoginFinder(shared.database, instanceKey),
      updateRanges,
    },
    { ...shared, store: images, fetcher: imageFetcher, quotaBytes: imageQuota(settings) },
    { ...shared, clean: (given) => extraction.clean(given), applyRules, readComposed: mail.readComposed },
    mail,
  )
}

function observed({ memory, extraction }: HeavyWork, { extraction: observe }: Observers['observe']): HeavyWork {
  return { memory, extraction: observe(extraction) }
}

function settingsOfJobs(settings: Settings, { sendByRule }: Mail) {
  const { DOGEAR_BASE_URL: baseUrl, DOGEAR_TRASH_DAYS: trashDays, DOGEAR_EVENT_DAYS: eventDays } = settings
  const hasBucket = settings.DOGEAR_OBJECTS !== undefined
  return { trashDays, eventDays, hasBucket, ...(baseUrl && { baseUrl }), ...(sendByRule && { sendByRule }) }
}

/** On PostgreSQL, the rate limits with `isShared` are counted in the database, so that all processes count together. */
async function openThrottles(settings: Settings, database: Database): Promise<Pick<Services, 'throttles' | 'guesses'>> {
  if (!settings.DOGEAR_RATE_LIMITS) return { throttles: throttles(), guesses: guesses() }
  const createLimiter = await limiterFactory(isPostgres(database) ? database.pool : undefined)
  return { throttles: throttles(createLimiter), guesses: guesses(createLimiter) }
}

interface Fetchers {
  /** fetches pages */
  readonly fetcher: ReportingFetcher
  readonly imageFetcher: ReportingFetcher
  /** fetches the descriptions of apps */
  readonly appFetcher: ReportingFetcher
}

interface Observed extends Pick<Observers, 'log' | 'observe'> {
  readonly version: string
}

function openFetchers(settings: Settings, { version, log, observe }: Observed): Fetchers {
  const needs: FetcherNeeds = { version, onRefused: (requester) => log.fetchRefused(requester) }
  return {
    fetcher: observe.fetcher(openFetcher(settings, needs)),
    imageFetcher: observe.fetcher(openFetcher(settings, needs, IMAGE_LIMITS)),
    appFetcher: observe.fetcher(openFetcher(settings, needs, APP_DOCUMENT_LIMITS)),
  }
}

const updateRanges: UpdateRanges = async (tx, owner, id, html) => {
  await keep(tx, owner, id, html)
}

const applyRules: ApplyRules = async (tx, owner, entries, now) => {
  await applyTaggingRules(tx, owner, entries, { now })
}

/**
 * @returns the maximum number of running jobs of a lane, such as that of the fetches from a host. Private hosts in
 *   DOGEAR_FETCH_ALLOW have no limit, because they belong to the operator.
 */
function laneLimit({ DOGEAR_FETCH_ALLOW: allow, DOGEAR_FETCH_PER_HOST: perHost }: Settings, lane: string): number {
  const place = hostOfLane(lane)
  const url = place === undefined ? undefined : URL.parse(`http://${place}/`)
  if (!url) return perHost
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isOwn = isListed(allow, { host, address: host, port: Number(url.port || 80) })
  return isOwn ? Number.POSITIVE_INFINITY : perHost
}

/** @returns the limits of the job queue. The jobs of one user occupy at most half of the slots. */
function jobLimits(settings: Settings) {
  const slots = settings.DOGEAR_FETCH_SLOTS
  return { slots, perUser: Math.ceil(slots / 2), perLane: (lane: string) => laneLimit(settings, lane) }
}
