import type { Dialect } from '../../db/database.ts'
import type { ListCollections } from '../../collections/list-collections.ts'
import { collectionFilter } from '../../entries/listing/collection-filter.ts'
import type { EntryFilter } from '../../entries/listing/entry-filter.ts'
import type { ListOwner } from '../../entries/listing/list-entries.ts'
import type { FindNeighbours } from '../../entries/listing/find-neighbours.ts'
import type { FindProgress } from '../../entries/changing/store-reading-position.ts'
import type { LoadCopies } from '../../images/load-image-copies.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { AppError } from '../../kernel/errors.ts'
import type { FindNow } from '../../users/time-zone.ts'
import type { RecentTags } from '../../tags/recent-tags.ts'
import { addAnnotationPages, type AnnotationPagesDeps } from '../annotations/annotations.routes.ts'
import { listFilter } from '../lists/list-query.ts'
import { filterWithQuery } from '../lists/open-list.ts'
import { articleReferrer } from '../forms/csrf-protection.ts'
import { frameFor, sessionOf, updateOf } from '../web-context.ts'
import { articleView } from './article/build-article-view.ts'
import { loadHighlighter } from './article/load-code-highlighter.ts'
import { entryIdOf, type WithId } from './entry-id.ts'
import { addEditRoutes, type EditRoutesDeps } from './edit.routes.ts'
import { addEntryNoteRoute, addReaderStateRoutes, type ReaderStateDeps } from './reader-actions.routes.ts'
import { addAppearanceRoute } from './appearance.routes.ts'
import { originOf, type Origin } from './entry-origin.ts'
import { addProgressRoute } from './progress.routes.ts'
import { searchNeighbours, type SearchNeighboursDeps } from './search-neighbours.ts'
import { readerPage } from './reader.page.ts'
import { showCopies } from '../../images/show-image-copies.ts'
import type { WebRequest } from '../web-request.ts'
import { EMPTY_RESPONSE, pageResponse, type WebResponse } from '../web-response.ts'
import type { WebRoutes } from '../web-routes.ts'

export interface ReaderRoutesDeps extends AnnotationPagesDeps, EditRoutesDeps, ReaderStateDeps, SearchNeighboursDeps {
  readonly loadCopies: LoadCopies
  readonly findProgress: FindProgress
  readonly findNeighbours: FindNeighbours
  readonly recentTags: RecentTags
  /** true if the operator allows public pages */
  readonly isSharing: boolean
  readonly listCollections: ListCollections
  readonly findNow: FindNow
  readonly dialect: Dialect
}

/** Adds the reading page of an entry and all actions on it. */
export function addReaderRoutes(routes: WebRoutes, deps: ReaderRoutesDeps): void {
  routes.get('/view/:id', async (request) => showReader(deps, request))
  addReaderStateRoutes(routes, deps)
  addAppearanceRoute(routes, deps)
  addProgressRoute(routes, deps)
  addEditRoutes(routes, deps)
  addEntryNoteRoute(routes, deps)
  addAnnotationPages(routes, deps)
}

const FIRST_ENTRY = { page: 1, perPage: 1 }
/** Maximum number of tags that the tag field suggests. */
const MAX_SUGGESTED = 200

/**
 * @returns the filter of the list or collection from which the entry was opened. If the collection no longer exists,
 *   returns the filter of the unread list.
 */
async function originFilter(
  deps: ReaderRoutesDeps,
  owner: ListOwner,
  { list, query, collection: id }: Origin,
): Promise<EntryFilter> {
  const { listCollections, findNow, dialect } = deps
  if (id === undefined) return { ...(await filterWithQuery(deps, owner, list, query)), ...FIRST_ENTRY }
  const collections = await listCollections(owner)
  const collection = collections.find((one) => one.id === id)
  if (!collection) return listFilter('unread', {}, FIRST_ENTRY)
  const now = await findNow(owner)
  const { filter } = collectionFilter(collection, { collections, now, dialect })
  return { ...filter, ...FIRST_ENTRY }
}

/**
 * @returns true if the request updates an open page whose entry has not changed since the page was drawn. Reading
 *   positions do not count as changes, because the page itself sends them.
 */
async function isUpToDate(
  { loadEntries }: ReaderRoutesDeps,
  request: WebRequest,
  owner: UserId,
  id: EntryId,
): Promise<boolean> {
  const since = updateOf(request)
  if (since === undefined) return false
  const loaded = (await loadEntries(owner, [id], { hasContent: false })).get(id)
  return loaded !== undefined && loaded.entry.revision <= since
}

async function showReader(deps: ReaderRoutesDeps, request: WebRequest<WithId>): Promise<WebResponse> {
  const { user, csrfToken, revision } = sessionOf(request)
  const id = entryIdOf(request)
  if (await isUpToDate(deps, request, user.id, id)) return EMPTY_RESPONSE
  const owner = { id: user.id, revision }
  const origin = originOf(request)
  const [loaded, copies, progress, neighbours, tags] = await Promise.all([
    deps.loadEntries(user.id, [id], { hasContent: true }),
    deps.loadCopies(user.id, id),
    deps.findProgress(user.id, [id]),
    origin.search
      ? searchNeighbours(deps, owner, origin.search, id)
      : deps.findNeighbours(user.id, await originFilter(deps, owner, origin), id),
    deps.recentTags(user.id, MAX_SUGGESTED),
  ])
  const one = loaded.get(id)
  if (!one) throw new AppError('not_found', 'no such entry', { details: { message: 'error.noEntry' } })
  const article = articleView(one)
  const stored = progress.get(id)
  const { block = 0, share = 0 } = stored ?? {}
  const position = stored && { ...stored, block: block || blockAtShare(article.sanitizedContent, share) }
  return pageResponse(
    readerPage({
      ...article,
      frame: frameFor(deps, request),
      csrfToken,
      baseUrl: deps.baseUrl,
      ...(deps.isSharing && { uid: one.entry.uid }),
      note: one.entry.note,
      annotations: one.annotations,
      hasRemoteImages: deps.hasRemoteImages,
      ...(position && { position }),
      ...origin,
      neighbours,
      knownTags: tags,
      highlight: await loadHighlighter(article.sanitizedContent),
      sanitizedContent: showCopies(article.sanitizedContent, copies),
    }),
    200,
    { 'referrer-policy': articleReferrer(request, deps.baseUrl) },
  )
}

/** Matches the start tag of a block. The blocks are those of `client/controllers/reader_progress_controller.ts`. */
const BLOCK_START = /<(?:p|li|h[1-6]|pre|figure|table|dd)[\s>]/g

/**
 * Finds the block for a reading position of which only the share is known, such as one from another service.
 * @param html sanitised HTML of the article
 * @param share share of the text that was read, from 0 to 1
 * @returns the index of the last block that starts before this share of the HTML; 0 if there is none
 */
function blockAtShare(html: string, share: number): number {
  const end = html.length * share
  let count = 0
  for (const { index } of html.matchAll(BLOCK_START)) {
    if (index >= end) break
    count += 1
  }
  return Math.max(0, count - 1)
}
