import type { FastifyBaseLogger } from 'fastify'
import type { GivenContent } from '@dogear/extractor/service'
import { updateRanges } from './annotations/update-ranges.ts'
import { collectionLister, type ListCollections } from './collections/list-collections.ts'
import { pickedEntryLister } from './collections/list-picked-entries.ts'
import { changeReader } from './sync/read-changes.ts'
import { RevisionWatcher } from './sync/revision-watcher.ts'
import { progressFinder } from './entries/changing/store-reading-position.ts'
import { listCounter } from './entries/listing/count-lists.ts'
import { entryLister, queryLister, type ReadRows } from './entries/listing/list-entries.ts'
import { entryPresenter } from './entries/listing/entry-json.ts'
import { listedEntryLoader } from './entries/listing/listed-entries.ts'
import { entryLoader } from './entries/listing/load-entries.ts'
import { imageEnqueuer } from './entries/enqueue-images.ts'
import { knownEntryFinder } from './entries/entries-by-address.ts'
import { trashLister } from './entries/trash/list-trash.ts'
import { fetchAwaiter } from './entries/saving/wait-for-fetch.ts'
import { ExportLimit } from './exports/export-limit.ts'
import { ActiveEventStreams } from './http/active-event-streams.ts'
import type { BodyDeadlines } from './http/body-deadline.ts'
import { responseCache } from './http/response-cache.ts'
import { imageLoader } from './exports/load-images.ts'
import { imageAddresses } from './images/image-address.ts'
import { MAX_KEPT_BYTES } from './uploads/receive-capture.ts'
import { UploadMemory } from './uploads/upload-memory.ts'
import { databaseLocation } from './config/database-location.ts'
import type { LoadedSettings } from './config/load-settings.ts'
import { unseal } from './kernel/seal.ts'
import { ruleSender } from './mail/send-by-rule.ts'
import { appFinder, type AppFinderDeps } from './oauth/apps/find-app.ts'
import { authenticator } from './oauth/authenticate.ts'
import type { Settings } from './config/settings.ts'
import { entrySearch, type Search } from './search/search-entries.ts'
import { securityEvents } from './security-events/security-events.ts'
import { visitorLister } from './search/visitor-lists.ts'
import type { Services } from './services.ts'
import { subscriptionListers } from './subscriptions/list-subscriptions.ts'
import { tagLister } from './tags/list-tags.ts'
import { routeReads, type RouteReads } from './search/route-reads.ts'
import { BUDGETS, FAILURES_PER_ACCOUNT } from './throttling/budgets.ts'
import { registrationReader } from './users/registration-choice.ts'
import { nowFinder } from './users/time-zone.ts'
import { identityProvider } from './users/identities/identity-provider.ts'
import { findUserConfig } from './users/user-config.repository.ts'
import type { UserConfig } from './users/user-config.ts'
import { findUser } from './users/user.repository.ts'
import type { User } from './users/user.ts'

export interface AppOptions {
  /** public URL of this server, without a slash at the end */
  readonly baseUrl: string
  readonly logger: FastifyBaseLogger | undefined
  /** the settings as the operator gave them, and warnings about them, for the checks; by default those of the services */
  readonly loaded?: Pick<LoadedSettings, 'settings' | 'warnings'>
  /** time limits for receiving bodies; by default those of `BODY_DEADLINES` */
  readonly bodyDeadlines?: BodyDeadlines
}

/** The services, functions and limits that the routes of the API, the pages and the feeds use. */
export type RouteDeps = ReturnType<typeof routeDeps>

/** @returns the dependencies that all routes share. Each app calls this once. */
export function routeDeps(given: Services, { baseUrl, logger: log }: AppOptions) {
  const reads = routeReads(given)
  const { lists } = reads
  const services = { ...given, database: reads.database, searchIndex: reads.searchIndex }
  const { settings, database, clock, extraction, jobs } = services
  const loadEntries = entryLoader(lists)
  const listCollections = collectionLister(lists)
  const findNow = nowFinder(database, clock)
  const search = entrySearch(services.searchIndex, { listCollections, findNow })
  const readComposed: ReadRows = (sql, parameters) => services.searchIndex.read(sql, parameters)
  const hasAddresses = settings.DOGEAR_EVENT_ADDRESSES
  const cacheBytes = settings.DOGEAR_CACHE_MB * 1024 * 1024
  return {
    ...services,
    // Two documents always fit, or one captured page.
    uploads: new UploadMemory(services.memory, Math.max(settings.DOGEAR_MAX_BODY_MB * 1024 * 1024, MAX_KEPT_BYTES / 2)),
    exportLimit: new ExportLimit(),
    location: databaseLocation(settings),
    loadImages: imageLoader(database, services.images),
    baseUrl,
    jobs: jobs.queue,
    signals: jobs.signals,
    updateRanges,
    authenticate: authenticator({ database, clock }),
    securityEvents: securityEvents({ database, clock, log, hasAddresses }),
    ...settingsOfRoutes(settings),
    ...waysIn(services),
    ...mailOf(services),
    ...withApps(services, budgetsOf(services)),
    clean: (given: GivenContent) => extraction.clean(given),
    ...(settings.DOGEAR_IMAGES && { enqueueImages: imageEnqueuer(jobs.queue) }),
    imageAddresses: imageAddresses(services.instanceKey),
    listEntries: entryLister(lists),
    readComposed,
    lists,
    ...listersOf({ ...services, lists }, search, listCollections),
    dialect: database.dialect,
    listCollections,
    findNow,
    search,
    loadEntries,
    loadListed: listedEntryLoader(loadEntries),
    listTags: tagLister(lists),
    listTrash: trashLister({ database, listCollections, findNow }),
    listPicked: pickedEntryLister(lists),
    readChanges: changeReader(database),
    revisions: new RevisionWatcher(database),
    streams: new ActiveEventStreams(Math.floor(settings.DOGEAR_MAX_CONNECTIONS / 2)),
    countLists: listCounter(lists),
    findProgress: progressFinder(database),
    findUser: (id: User['id']) => database.read((db) => findUser(db, id)),
    findConfig: (id: User['id']) => database.read((db) => findUserConfig(db, id)),
    revealFeedToken: ({ feedTokenSealed }: UserConfig) =>
      feedTokenSealed ? unseal(services.instanceKey, feedTokenSealed) : undefined,
    findKnownEntries: knownEntryFinder(database),
    presentEntries: entryPresenter(loadEntries, cacheBytes / 2),
    sendCached: responseCache(cacheBytes / 2),
    awaitEntry: fetchAwaiter({ database, signals: jobs.signals, waitMs: settings.DOGEAR_SAVE_WAIT_SECONDS * 1000 }),
  }
}

/** Whether users can send articles by e-mail, and if so, the function that does it for rules. */
function mailOf({ mailer, jobs, clock }: Pick<Services, 'mailer' | 'jobs' | 'clock'>) {
  return { canSend: mailer !== undefined, ...(mailer && { sendByRule: ruleSender({ jobs: jobs.queue, clock }) }) }
}

/** The ways to sign in that the settings allow. */
function waysIn({ settings, database, clock }: Pick<Services, 'settings' | 'database' | 'clock'>) {
  const { DOGEAR_OIDC_ONLY: isPasswordRefused, DOGEAR_REGISTRATION: isOpen } = settings
  const provider = identityProvider(settings, clock)
  return {
    isRegistrationOpen: isPasswordRefused ? async () => false : registrationReader(database, isOpen),
    isPasswordRefused,
    ...(provider && { provider }),
  }
}

/** What routes take from the settings as it is. */
function settingsOfRoutes(settings: Settings) {
  return {
    hasQueryTokens: settings.DOGEAR_QUERY_TOKENS,
    hasExactMembers: settings.DOGEAR_EXACT_MEMBERS,
    articleBytes: settings.DOGEAR_MAX_BODY_MB * 1024 * 1024,
    isSharing: settings.DOGEAR_SHARING,
    trashDays: settings.DOGEAR_TRASH_DAYS,
    eventDays: settings.DOGEAR_EVENT_DAYS,
    securityContact: settings.DOGEAR_SECURITY_CONTACT,
    lifetimes: lifetimesOf(settings),
  }
}

/** How long tokens are valid, in seconds. */
function lifetimesOf(settings: Settings) {
  return {
    access: settings.DOGEAR_ACCESS_TOKEN_SECONDS,
    refresh: settings.DOGEAR_REFRESH_TOKEN_SECONDS,
    family: settings.DOGEAR_REFRESH_FAMILY_SECONDS,
    grace: settings.DOGEAR_REFRESH_GRACE_SECONDS,
  }
}

/** The lists that need a search, for their owner and for visitors, and the lists for apps that read feeds. */
function listersOf(
  { lists, searchIndex, throttles }: Pick<Services, 'searchIndex' | 'throttles'> & Pick<RouteReads, 'lists'>,
  search: Search,
  listCollections: ListCollections,
) {
  return {
    ...subscriptionListers(lists, listCollections),
    listByQuery: queryLister(
      (owner, filter, total) => searchIndex.list(owner, filter, total),
      (owner) => search.isIndexed(owner),
    ),
    listForVisitor: visitorLister(search, throttles(BUDGETS.searchesPerVisitor)),
  }
}

/** The budgets, and the function that finds apps, which uses one of them. */
function withApps<Budgets extends Pick<AppFinderDeps, 'appsPerAddress'>>(services: Services, budgets: Budgets) {
  return { ...budgets, findApp: appFinder({ ...services, ...budgets }) }
}

/** The rate limits for requests of users, clients and addresses. */
function budgetsOf({ throttles, guesses }: Pick<Services, 'throttles' | 'guesses'>) {
  return {
    failuresPerAccount: guesses(FAILURES_PER_ACCOUNT),
    failuresPerAddress: throttles(BUDGETS.failuresPerAddress),
    tokensPerClient: throttles(BUDGETS.tokensPerClient),
    refusalsPerClient: throttles(BUDGETS.refusalsPerClient),
    callsPerToken: throttles(BUDGETS.callsPerToken),
    registrationsPerAddress: throttles(BUDGETS.registrationsPerAddress),
    appsPerAddress: throttles(BUDGETS.appsPerAddress),
    mailAddressesPerUser: throttles(BUDGETS.mailAddressesPerUser),
    confirmationsPerRecipient: throttles(BUDGETS.confirmationsPerRecipient),
    accountExportsPerUser: throttles(BUDGETS.accountExportsPerUser),
    devicesPerAddress: throttles(BUDGETS.devicesPerAddress),
    wrongDeviceCodesPerUser: throttles(BUDGETS.wrongDeviceCodesPerUser),
    anonymousPerAddress: throttles(BUDGETS.anonymousPerAddress),
    wrongSecretsPerAddress: throttles(BUDGETS.wrongSecretsPerAddress),
    savesPerUser: throttles(BUDGETS.savesPerUser),
    operationsPerUser: throttles(BUDGETS.operationsPerUser),
    searchesPerUser: throttles(BUDGETS.searchesPerUser),
    assistantChanges: throttles(BUDGETS.assistantChanges),
    previewsPerUser: throttles(BUDGETS.previewsPerUser),
    trialsPerUser: throttles(BUDGETS.trialsPerUser),
  }
}
