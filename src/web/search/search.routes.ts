import { parseCardLayout } from '../cards/card-layout.ts'
import { parsePageNumber } from '../../kernel/parse-id.ts'
import { collectionKey } from '../../collections/collection.ts'
import type { ListCollections } from '../../collections/list-collections.ts'
import { notFound } from '../../kernel/errors.ts'
import { namedCollections } from '../../query/list-named-collections.ts'
import { capitalizeOr } from '../../query/capitalize-or.ts'
import { hasSearchWords } from '../../query/has-search-words.ts'
import { isTrashQuery } from '../../query/is-trash-query.ts'
import { mendFields } from '../../query/mend-fields.ts'
import { parseQuery } from '../../query/parse-query.ts'
import type { Query } from '../../query/query.ts'
import { excerptLength } from '../../entries/listing/excerpt.ts'
import { explainQuery, queryOrderName } from './explain-query.ts'
import type { Search } from '../../search/search-entries.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import { PER_PAGE } from '../lists/cards-frame.ts'
import type { Localization } from '../layout/localization.ts'
import { loadCards, type ShowListDeps } from '../lists/show-list.ts'
import { frameFor, sessionOf, localizationFor } from '../web-context.ts'
import { trashHref } from '../trash/trash-href.ts'
import { searchPage } from './search.page.ts'
import { html, type Html } from '../../kernel/html.ts'
import type { Correction } from '../../search/correction/correct-query.ts'
import type { FoundPage, Snippet } from '../../search/search-index.ts'
import type { ListOwner } from '../../entries/listing/list-entries.ts'
import type { WebRequest } from '../web-request.ts'
import { pageResponse, redirectTo, type WebResponse } from '../web-response.ts'
import type { WebRoutes } from '../web-routes.ts'

export interface SearchPageDeps extends ShowListDeps {
  readonly search: Pick<Search, 'follow' | 'searchEntries' | 'findSnippets' | 'correct' | 'offer'>
  readonly searchesPerUser: Pick<Throttle, 'take'>
  readonly listCollections: ListCollections
}

/** A search that finds no more entries than these may offer another one. */
const FEW = 2

const BEGINS_INSIDE = /^\p{Ll}/u

const ENDS_A_SENTENCE = /[.!?…。！？]["'”’»)\]]?\s*$/u

/** Maximum length of a query in characters. A longer query is cut. */
const MAX_QUERY = 4096

/** Adds the search page, `/search?q=…`. */
export function addSearchPageRoutes(routes: WebRoutes, deps: SearchPageDeps): void {
  routes.get('/search', (request) => showSearch(deps, request))
}

interface RequestedSearch {
  readonly text: string
  readonly sort: 'created' | 'rank'
  readonly page: number
  /** true if words that are not in the library must not be replaced by near ones */
  readonly isExact: boolean
}

function requestedSearch({ query }: WebRequest): RequestedSearch {
  const text = typeof query['q'] === 'string' ? query['q'].slice(0, MAX_QUERY).replaceAll('\0', '').trim() : ''
  const page = query['page'] === undefined ? 1 : (parsePageNumber(query['page']) ?? 0)
  return { text, sort: query['sort'] === 'created' ? 'created' : 'rank', page, isExact: query['exact'] === '1' }
}

async function showSearch(deps: SearchPageDeps, request: WebRequest): Promise<WebResponse> {
  const { user, csrfToken, revision, preferences } = sessionOf(request)
  const requested = requestedSearch(request)
  const { text, sort, page } = requested
  if (page < 1) throw notFound('page')
  const shared = { frame: frameFor(deps, request), csrfToken, text, sort, page }
  if (text === '')
    return pageResponse(
      searchPage({ ...shared, entries: [], total: 0, unindexed: 0, pages: 1, layout: 'cards', tags: [] }),
    )
  const query = parseQuery(text)
  if (isTrashQuery(query)) return redirectTo(trashHref({ query: text, page }), 302)
  await deps.searchesPerUser.take(String(user.id))
  const owner = { id: user.id, revision }
  const unindexed = await deps.search.follow(owner)
  const { found: hits, correction } = await searchForgivingly(deps, owner, requested)
  const offer = await findOffer(deps, owner, { ...requested, total: hits.total, isCorrected: correction !== undefined })
  const { total, isCapped = false, entries } = hits
  const pages = Math.max(1, Math.ceil(total / PER_PAGE))
  if (page > pages) throw notFound('page')
  const ids = entries.map(({ id }) => id)
  const [cards, snippets, labels] = await Promise.all([
    loadCards(deps, user.id, ids, { excerpt: excerptLength(preferences) }),
    deps.search.findSnippets(user.id, correction?.text ?? text, entries),
    deps.listLabels(user.id),
  ])
  const found = cards.map((card) => {
    const snippet = snippets.get(card.id as (typeof ids)[number])
    return snippet ? { ...card, snippet: snippetMarkup(snippet) } : card
  })
  const layout = parseCardLayout(preferences['layout'])
  const notes = await queryNotes(deps, request, query)
  const view = {
    ...shared,
    ...notes,
    ...(correction && { correction }),
    ...(offer !== undefined && { offer }),
    entries: found,
    total,
    isCapped,
    unindexed,
    pages,
    layout,
    tags: labels,
  } as const
  return pageResponse(searchPage(view))
}

/** @returns what the page says about the query: its meaning, its problems and its order */
async function queryNotes(deps: SearchPageDeps, request: WebRequest, query: Query) {
  const { user, revision } = sessionOf(request)
  const owner = { id: user.id, revision }
  const words = localizationFor(request)
  const keys = new Set((await deps.listCollections(owner)).map(({ name }) => collectionKey(name)))
  const unknownCollections = namedCollections(query).filter((name) => !keys.has(collectionKey(name)))
  const explanation = isPlain(query) ? undefined : explainQuery(query, words, await deps.findNow(owner))
  const order = fixedOrder(query, words.t)
  return {
    warnings: query.warnings,
    unknownCollections,
    ...(explanation !== undefined && { explanation }),
    ...(order !== undefined && { order }),
  }
}

/**
 * @returns the entries that the query finds. If it finds none, `or` is read as the operator, or else words with a typing
 *   mistake are corrected.
 */
async function searchForgivingly(
  { search }: SearchPageDeps,
  owner: ListOwner,
  { text, sort, page, isExact }: RequestedSearch,
): Promise<{ readonly found: FoundPage; readonly correction?: Correction }> {
  // Without words, no entry matches better than another, so the page shows the newest first.
  const find = (query: string) => {
    const used = hasSearchWords(parseQuery(query)) ? sort : 'created'
    return search.searchEntries(owner, query, { page, perPage: PER_PAGE, sort: used })
  }
  const found = await find(text)
  if (found.total > 0 || isExact || page > 1) return { found }
  for (const correct of [correctOr, (typed: string) => search.correct(owner, typed)]) {
    const correction = await correct(text)
    const near = correction && (await find(correction.text))
    if (near && near.total > 0) return { found: near, correction }
  }
  return { found }
}

/** @returns the query with `or` as the operator; undefined if it has no such word */
function correctOr(text: string): Correction | undefined {
  const near = capitalizeOr(text)
  return near === text ? undefined : { text: near, words: [{ typed: text, near }] }
}

interface SearchOutcome extends RequestedSearch {
  readonly total: number
  readonly isCorrected: boolean
}

/**
 * @returns a query that the user may have meant: with near fields and keywords in place of unknown ones, with `or` as the
 *   operator, or with more frequent words if the search has found only few entries
 */
async function findOffer(
  { search }: SearchPageDeps,
  owner: ListOwner,
  { text, sort, page, total, isCorrected, isExact }: SearchOutcome,
): Promise<string | undefined> {
  const mended = mendFields(text, parseQuery(text).warnings)
  if (mended !== text) return mended
  if (total === 0 || isCorrected || isExact || page > 1) return undefined
  const offer = correctOr(text)?.text ?? (total > FEW ? undefined : await search.offer(owner, text))
  if (offer === undefined) return undefined
  const found = await search.searchEntries(owner, offer, { page: 1, perPage: 1, sort })
  return found.total > total ? offer : undefined
}

/** @returns the name of the order if the user cannot choose it, empty if it has none; undefined if the user can */
function fixedOrder(query: Query, t: Localization['t']): string | undefined {
  const hasWords = hasSearchWords(query)
  if (query.sort.length === 0) return hasWords ? undefined : t('search.sorts.created')
  return query.sort[0]?.key === 'relevance' && !hasWords ? t('search.sorts.created') : (queryOrderName(query, t) ?? '')
}

/** @returns true if the query consists of search words only. Such a query needs no explanation. */
function isPlain({ node, sort }: Query): boolean {
  const parts = node?.type === 'and' ? node.nodes : node ? [node] : []
  return sort.length === 0 && parts.every(({ type }) => type === 'text')
}

/**
 * @returns an excerpt in which the search words are marked. It has an ellipsis at each end where a sentence was cut.
 */
function snippetMarkup({ text, marks }: Snippet): Html {
  const pieces: Html[] = []
  let done = 0
  for (const [start, end] of marks) {
    if (start < done || end <= start) continue
    pieces.push(html`${text.slice(done, start)}<mark>${text.slice(start, end)}</mark>`)
    done = end
  }
  const before = BEGINS_INSIDE.test(text) ? '… ' : ''
  const after = ENDS_A_SENTENCE.test(text.slice(-4)) ? '' : ' …'
  return html`${before}${pieces}${text.slice(done).trimEnd()}${after}`
}
