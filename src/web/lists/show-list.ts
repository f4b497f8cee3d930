import { parseCardLayout } from '../cards/card-layout.ts'
import type { FindProgress } from '../../entries/changing/store-reading-position.ts'
import type { LoadEntries, LoadedEntry } from '../../entries/listing/load-entries.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { notFound } from '../../kernel/errors.ts'
import type { cardCopyLoader } from '../../images/load-image-copies.ts'
import type { ListLabels } from '../../tags/list-labels.ts'
import type { SavingKeyOf } from '../../users/sessions/saving-key.ts'
import type { EntryCardView } from '../cards/entry-card-view.ts'
import { cardView } from '../cards/build-card-view.ts'
import { excerptLength, type ExcerptLength } from '../../entries/listing/excerpt.ts'
import type { LoadExcerpts } from '../../entries/listing/load-excerpts.ts'
import type { ListName } from '../layout/list-name.ts'
import { frameFor, sessionOf, type WebContext } from '../web-context.ts'
import type { ListView } from './list-view.ts'
import { isFiltered, listHref, defaultOrder, type ListQuery, type ListSort } from './list-query.ts'
import { openList, type OpenListDeps } from './open-list.ts'
import { PER_PAGE } from './cards-frame.ts'
import { listFrame, listPage } from './list.page.ts'
import type { WebRequest } from '../web-request.ts'
import { pageResponse, redirectTo, type WebResponse } from '../web-response.ts'

export interface ShowListDeps extends WebContext, OpenListDeps {
  readonly loadEntries: LoadEntries
  readonly listLabels: ListLabels
  /** returns the paths of our copies of lead pictures and site icons, by entry id */
  readonly findCopies: ReturnType<typeof cardCopyLoader>
  readonly findProgress: FindProgress
  readonly loadExcerpts: LoadExcerpts
  readonly savingKeyOf: SavingKeyOf
  readonly clock: Clock
}

interface ShownList {
  readonly list: ListName
  readonly query: ListQuery
  readonly page: number
  readonly add?: ListView['add']
}

/**
 * Sends one page of a list. If a script on the list requests the next page, the response contains only the Turbo frame
 * of that page. A page number that is too high redirects to the last page, because actions may have removed entries
 * meanwhile.
 */
export async function showList(
  deps: ShowListDeps,
  request: WebRequest,
  { list, query, page, add = {} }: ShownList,
): Promise<WebResponse> {
  const { user, csrfToken, preferences } = sessionOf(request)
  const { entries, total, isCapped, pages, isFrame, unindexed } = await findPage(deps, request, { list, query, page })
  if (page > pages && !isFrame) return redirectTo(listHref(list, query, pages), 302)
  const cards = await loadCards(
    deps,
    user.id,
    entries.map(({ id }) => id),
    {
      excerpt: excerptLength(preferences),
      shown: query.sort ?? defaultOrder(list),
    },
  )
  const tags = isFrame ? [] : await deps.listLabels(user.id)
  const view: ListView = {
    frame: frameFor(deps, request),
    list,
    query,
    entries: cards,
    total,
    isCapped,
    unindexed,
    page,
    pages,
    csrfToken,
    bookmark: { baseUrl: deps.baseUrl, savingKey: deps.savingKeyOf(sessionOf(request)) },
    add,
    layout: parseCardLayout(preferences['layout']),
    tags,
  }
  return pageResponse(isFrame ? listFrame(view) : listPage(view), add.error !== undefined || add.isRefused ? 422 : 200)
}

/**
 * @returns the entries of one page, and the size of the whole list
 * @throws AppError `not_found` for a page number below 1
 */
async function findPage(deps: ShowListDeps, request: WebRequest, { list, query, page }: ShownList) {
  const { user, revision } = sessionOf(request)
  if (page < 1) throw notFound('page')
  const isFrame = request.headers['turbo-frame'] === `page-${page}`
  const offset = (isFrame ? cardsAbove(request) : undefined) ?? (page - 1) * PER_PAGE
  const owner = { id: user.id, revision }
  const opened = await openList(deps, owner, list, query)
  const filter = { ...opened.filter, page, perPage: PER_PAGE, offset }
  const known = isFiltered(query) || list === 'reading' ? undefined : request.counts?.[list]
  const { total, isCapped = false, entries } = await opened.list(owner, filter, known)
  const pages = Math.max(1, page + Math.ceil((total - offset) / PER_PAGE) - 1)
  return { entries, total, isCapped, pages, isFrame, unindexed: opened.unindexed }
}

/**
 * @returns the number of cards that the open page already contains, from the header `X-Cards-Above`
 *   (client/controllers/cards_controller.ts); undefined if the header is missing or invalid
 */
export function cardsAbove({ headers }: WebRequest): number | undefined {
  const text = headers['x-cards-above']
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/** Options for the data that cards show. */
interface CardOptions {
  /** order of the list. If it sorts by a date, the cards show that date. Otherwise, they show the time of saving. */
  readonly shown?: ListSort
  /** length of the excerpt on each card; none by default */
  readonly excerpt?: ExcerptLength
}

/** @returns the data of the cards, in the order of the ids. Deleted entries are omitted. */
export async function loadCards(
  deps: Pick<
    ShowListDeps,
    'loadEntries' | 'loadExcerpts' | 'findCopies' | 'findProgress' | 'clock' | 'hasRemoteImages'
  >,
  owner: UserId,
  ids: readonly EntryId[],
  { shown, excerpt = 'none' }: CardOptions = {},
): Promise<EntryCardView[]> {
  const loaded = await deps.loadEntries(owner, ids, { hasContent: false })
  const found = ids.flatMap((id) => loaded.get(id) ?? [])
  const entries = found.map(({ entry }) => entry)
  const [copies, progress, excerpts] = await Promise.all([
    deps.findCopies(owner, entries),
    deps.findProgress(owner, ids),
    deps.loadExcerpts(owner, entries, excerpt),
  ])
  const now = deps.clock.now().getTime()
  return found.map((one) => {
    const [{ lead, icon } = {}, read] = [copies.get(one.entry.id), progress.get(one.entry.id)]
    const picture = lead ?? remotePicture(deps, one)
    const text = excerpts.get(one.entry.id) ?? ''
    return {
      ...cardView(one),
      ...dateOf(one, { shown, now, readAt: read?.at }),
      ...(text !== '' && { excerpt: text }),
      ...(one.annotations.length > 0 && { annotations: one.annotations.length }),
      ...(picture !== null && { previewPicture: picture }),
      ...(icon !== undefined && { siteIcon: icon }),
      ...(read !== undefined && { progress: read.share }),
    }
  })
}

interface DateChoice {
  readonly shown: ListSort | undefined
  readonly now: number
  /** ISO time of the last reading; undefined before the first */
  readonly readAt: string | undefined
}

/**
 * @returns the date by which the list is sorted, and its age. If the list is not sorted by a date, or the entry lacks
 *   that date, the time of saving takes its place.
 */
function dateOf({ entry }: LoadedEntry, { shown, now, readAt }: DateChoice) {
  const { createdAt, updatedAt, publishedAt } = entry
  const dates: Partial<Record<ListSort, string | null | undefined>> = {
    updated: updatedAt,
    published: publishedAt,
    read: readAt,
  }
  const chosen = shown && dates[shown]
  const at = new Date(chosen ?? createdAt)
  const isRead = shown === 'read' && readAt !== undefined
  return { shownAt: at, ageMs: now - at.getTime(), ...(isRead && { isRead }) }
}

/**
 * @returns the address of a lead picture on its original site; null if the browser must not load it from there. The
 *   content security policy requires TLS (../csp.ts).
 */
function remotePicture(
  { hasRemoteImages }: Pick<WebContext, 'hasRemoteImages'>,
  { entry }: LoadedEntry,
): string | null {
  return hasRemoteImages && entry.previewPicture?.startsWith('https:') ? entry.previewPicture : null
}
