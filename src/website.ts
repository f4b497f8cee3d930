import type { FastifyInstance } from 'fastify'
import { allAnnotationLister } from './annotations/list-all-annotations.ts'
import { annotationLister } from './annotations/list-annotations.ts'
import { leftHighlights } from './annotations/review/list-left-highlights.ts'
import { reviewAheadLister } from './annotations/review/list-review-ahead.ts'
import { reviewLister } from './annotations/review/list-review.ts'
import { upcomingHighlightLister } from './annotations/review/list-upcoming-highlights.ts'
import { collectionsOfEntryFinder } from './collections/find-collections-of-entry.ts'
import { countUnplaced } from './imports/highlights/unplaced-annotation.repository.ts'
import type { UserId } from './kernel/branded-ids.ts'
import type { overviewSources } from './overview-sources.ts'
import type { RouteDeps } from './route-deps.ts'
import type { RoutePaths } from './api/reference/route-paths.ts'
import type { Services } from './services.ts'
import { sendApiError } from './api/errors.ts'
import { noRoute } from './api/method-not-allowed.ts'
import { countAnonymousFeedRequests } from './feeds/count-anonymous-feed-requests.ts'
import { collectionCounter } from './entries/listing/count-collections.ts'
import { currentRevision } from './entries/listing/count-lists.ts'
import { neighbourFinder } from './entries/listing/find-neighbours.ts'
import { listActions } from './entries/undoable-actions/action.repository.ts'
import { nameCompleter } from './entries/listing/name-completer.ts'
import { beginningLoader } from './entries/listing/load-article-beginnings.ts'
import { urlSecrets } from './throttling/url-secret-throttle.ts'
import { longReader } from './db/long-reads.ts'
import { databaseLocation } from './config/database-location.ts'
import { addFeedRoutes } from './feeds/feed.routes.ts'
import { cardCopyLoader, copyLoader } from './images/load-image-copies.ts'
import { assetHref } from './web/assets/assets.ts'
import { cookieJar } from './web/cookies.ts'
import { websiteAssets } from './web/assets/website-assets.ts'
import { excerptLoader } from './entries/listing/load-excerpts.ts'
import { uiPolicy } from './web/content-security-policy.ts'
import { labelLister } from './tags/list-labels.ts'
import { recentTags } from './tags/recent-tags.ts'
import { savingKeyDeriver, savingTokens } from './users/sessions/saving-key.ts'
import { proxySignIn } from './web/sessions/proxy-sign-in.ts'
import { sendErrorPage } from './web/fastify-routes.ts'
import { webRoutes, type WebsiteDeps } from './web/web.routes.ts'
import { sessionOfRequest } from './web/sessions/session-of-request.ts'
import { anonymousRequestLimit } from './web/sessions/anonymous-request-limit.ts'

interface WebsiteParts {
  readonly services: Services
  readonly deps: RouteDeps
  readonly paths: RoutePaths
  readonly overview: ReturnType<typeof overviewSources>
}

/** Adds the routes of the pages and the feeds, and the responses for unknown addresses and errors. */
export async function addWebsite(
  app: FastifyInstance,
  { services, deps, paths, overview }: WebsiteParts,
): Promise<void> {
  const jar = cookieJar(deps.baseUrl.startsWith('https:'))
  const { jobs, settings } = services
  const { database, lists } = deps
  const byProxy = proxySignIn(settings)
  const loadBeginnings = beginningLoader(lists)
  const secrets = urlSecrets(deps.wrongSecretsPerAddress)
  const webDeps: WebsiteDeps = {
    ...deps,
    ...overview,
    secrets,
    jar,
    ...(byProxy && { proxySignIn: byProxy }),
    assets: await websiteAssets(),
    isOffline: settings.DOGEAR_OFFLINE,
    hasRemoteImages: !settings.DOGEAR_IMAGES,
    signals: jobs.signals,
    listLabels: labelLister(lists),
    nameCompleter: nameCompleter(lists),
    findCopies: cardCopyLoader(database, deps.imageAddresses),
    loadCopies: copyLoader(database, deps.imageAddresses),
    findNeighbours: neighbourFinder(lists, deps.readComposed),
    findCollectionsOfEntry: collectionsOfEntryFinder(lists),
    recentTags: recentTags(database),
    listAnnotations: annotationLister(deps),
    listAllAnnotations: allAnnotationLister(deps),
    countUnplaced: (owner: UserId) => deps.database.read((db) => countUnplaced(db, owner)),
    listReview: reviewLister(database),
    listReviewAhead: reviewAheadLister(database),
    listUpcomingHighlights: upcomingHighlightLister(database),
    leftHighlights: leftHighlights(database),
    listActions: (owner: UserId, since: string) => database.read((db) => listActions(db, owner, since)),
    currentRevision: (owner: UserId) => currentRevision(database, owner),
    loadBeginnings,
    loadExcerpts: excerptLoader(loadBeginnings),
    collectionCounter: collectionCounter(lists, deps.readComposed, (owner) => deps.search.isIndexed(owner)),
    savingKeyOf: savingKeyDeriver(deps.instanceKey),
    savingTokens: savingTokens(database, deps.instanceKey),
    readLong: longReader(services.database, databaseLocation(settings)),
    dataFolder: settings.DOGEAR_DATA_DIR,
  }
  app.decorate('pagePolicy', uiPolicy({ remoteImages: webDeps.hasRemoteImages }))
  const feedIcon = assetHref(webDeps.assets, 'images/logo.svg')
  await app.register(async (feeds) => {
    countAnonymousFeedRequests(feeds, { ...deps, secrets })
    addFeedRoutes(feeds, { ...deps, listReview: webDeps.listReview, feedIcon })
  })
  await app.register(webRoutes(webDeps))
  app.setErrorHandler<Error>((error, request, reply) => sendErrorPage(webDeps, error, request, reply))
  addNotFoundPage(app, webDeps, paths)
}

/** Answers requests for unknown addresses with a page in the language and the look of the user. */
function addNotFoundPage(app: FastifyInstance, webDeps: WebsiteDeps, paths: RoutePaths): void {
  const limitAnonymous = anonymousRequestLimit(webDeps)
  const findSession = sessionOfRequest(webDeps)
  app.setNotFoundHandler(async (request, reply) => {
    await limitAnonymous(request)
    const failure = noRoute(paths.otherMethods(request.method, request.url), reply)
    // Requests under `/oauth/` with a known path and a wrong method also reach this handler. `noRoute` has then set the
    // header `allow`, and the response is an error in the format of the API.
    if (request.url.startsWith('/oauth/') && reply.hasHeader('allow')) return sendApiError(failure, request, reply)
    request.session = await findSession(request)
    return sendErrorPage(webDeps, failure, request, reply)
  })
}
