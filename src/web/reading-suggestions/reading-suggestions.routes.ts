import type { EntryFilter } from '../../entries/listing/entry-filter.ts'
import type { EntryPage, ListEntries, ListOwner } from '../../entries/listing/list-entries.ts'
import type { Dialect } from '../../db/database.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { queryToCondition } from '../../query/query-to-condition.ts'
import { parseQuery } from '../../query/parse-query.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import type { FindNow } from '../../users/time-zone.ts'
import { excerptLength } from '../../entries/listing/excerpt.ts'
import { loadCards, type ShowListDeps } from '../lists/show-list.ts'
import { frameFor, sessionOf } from '../web-context.ts'
import {
  MAX_MINUTES,
  readingSuggestionsPage,
  type SuggestionKind,
  type Suggestions,
} from './reading-suggestions.page.ts'
import type { WebRequest } from '../web-request.ts'
import { pageResponse, type WebResponse } from '../web-response.ts'
import type { WebRoutes } from '../web-routes.ts'

export interface ReadingSuggestionsDeps extends ShowListDeps {
  /** lists entries for a filter that contains a query */
  readonly listByQuery: ListEntries
  readonly dialect: Dialect
  readonly findNow: FindNow
  readonly searchesPerUser: Pick<Throttle, 'take'>
}

/** Maximum number of entries in each group of suggestions. */
const MAX_SUGGESTIONS = 3
/** Number of minutes for which entries are suggested until the user chooses another. */
const DEFAULT_MINUTES = 10

/** Adds the page `/minutes?for=…`, which suggests entries that can be read in that many minutes. */
export function addReadingSuggestionsRoutes(routes: WebRoutes, deps: ReadingSuggestionsDeps): void {
  routes.get('/minutes', (request) => show(deps, request))
}

function requestedMinutes({ query }: WebRequest): number {
  const text = query['for']
  const minutes = typeof text === 'string' && /^\d{1,5}$/.test(text) ? Number(text) : 0
  return minutes >= 1 && minutes <= MAX_MINUTES ? minutes : DEFAULT_MINUTES
}

async function show(deps: ReadingSuggestionsDeps, request: WebRequest): Promise<WebResponse> {
  const { user, csrfToken, revision, preferences } = sessionOf(request)
  const minutes = requestedMinutes(request)
  await deps.searchesPerUser.take(String(user.id))
  const groups: Suggestions[] = []
  for (const [kind, ids] of await suggest(deps, { id: user.id, revision }, minutes)) {
    const entries = await loadCards(deps, user.id, ids, { excerpt: excerptLength(preferences) })
    if (entries.length > 0) groups.push({ kind, entries })
  }
  return pageResponse(readingSuggestionsPage({ frame: frameFor(deps, request), csrfToken, minutes, groups }))
}

/**
 * @returns the suggestions: started entries, then the oldest unread ones, then random unread ones. No entry is
 *   suggested twice.
 */
async function suggest(
  deps: ReadingSuggestionsDeps,
  owner: ListOwner,
  minutes: number,
): Promise<readonly (readonly [SuggestionKind, readonly EntryId[]])[]> {
  const now = await deps.findNow(owner)
  const list = (text: string, order: Pick<EntryFilter, 'sort' | 'order'>, page: number, perPage = MAX_SUGGESTIONS) => {
    const condition = queryToCondition(parseQuery(text), now)
    return deps.listByQuery(owner, { query: { condition, dialect: deps.dialect }, ...order, page, perPage })
  }
  const begun = await list(`is:reading left:<=${minutes}`, { sort: 'read', order: 'desc' }, 1)
  // A page whose fetch failed has a reading time of 0 minutes, like a short text. `-is:broken` excludes it.
  const fresh = `is:unread -is:reading -is:broken time:<=${minutes}`
  const byAge = { sort: 'saved', order: 'asc' } as const
  const oldest = await list(fresh, byAge, 1)
  const places = randomNumbers(MAX_SUGGESTIONS, oldest.total - MAX_SUGGESTIONS)
  const chosen = await Promise.all(places.map((place) => list(fresh, byAge, MAX_SUGGESTIONS + place, 1)))
  return [
    ['begun', idsOf(begun)],
    ['oldest', idsOf(oldest)],
    ['random', chosen.flatMap(idsOf)],
  ]
}

const idsOf = ({ entries }: EntryPage): EntryId[] => entries.map(({ id }) => id)

/** @returns up to `count` different numbers from 1 to `max`, all equally likely */
function randomNumbers(count: number, max: number): number[] {
  const numbers = new Set<number>()
  while (numbers.size < Math.min(count, max)) numbers.add(1 + Math.floor(Math.random() * max))
  return [...numbers]
}
