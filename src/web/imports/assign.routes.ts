import type { Database } from '../../db/database.ts'
import type { LoadEntries } from '../../entries/listing/load-entries.ts'
import { assignHighlights } from '../../imports/highlights/assign-highlights.ts'
import { findUnplaced } from '../../imports/highlights/unplaced-annotation.repository.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { requireId } from '../../kernel/parse-id.ts'
import type { Search } from '../../search/search-entries.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'
import { formText, frameFor, sessionOf, type WebContext } from '../web-context.ts'
import { pageResponse, redirectTo, type WebResponse } from '../web-response.ts'
import { assignPage } from './assign.page.ts'

export interface AssignRoutesDeps extends WebContext {
  readonly clock: Clock
  readonly database: Database
  readonly search: Pick<Search, 'follow' | 'searchEntries'>
  readonly searchesPerUser: Pick<Throttle, 'take'>
  readonly loadEntries: LoadEntries
}

interface Numbered {
  readonly id: string
}

/** Number of pages that a search shows. */
const MAX_FOUND = 20
/** Maximum length of a search in characters. A longer one is cut. */
const MAX_QUERY = 4096
/** Number of words of a title that the first search looks for. */
const MAX_TITLE_WORDS = 8

/** Adds the choice of the page that the highlights of a book or article belong to. */
export function addAssignRoutes(routes: ServerRoutes, deps: AssignRoutesDeps): void {
  routes.get('/import/unplaced/:id/assign', (request) => showChoice(deps, request))
  routes.post('/import/unplaced/:id/assign', async (request) => {
    const { owner, fields } = checkedForm(deps, request)
    const entry = requireId(formText(fields, 'entry'), 'entry') as EntryId
    try {
      await assignHighlights(deps, owner, idOf(request), entry)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
      return showChoice(deps, request, true)
    }
    return redirectTo(`/view/${entry}`, 303)
  })
}

async function showChoice(
  deps: AssignRoutesDeps,
  request: ServerRequest<Numbered>,
  isFull = false,
): Promise<WebResponse> {
  const { user, csrfToken, revision } = sessionOf(request)
  const highlight = await deps.database.read((db) => findUnplaced(db, user.id, idOf(request)))
  const { q } = request.query
  const text = typeof q === 'string' ? q.slice(0, MAX_QUERY).replaceAll('\0', '').trim() : wordsOf(highlight.title)
  await deps.searchesPerUser.take(String(user.id))
  const owner = { id: user.id, revision }
  await deps.search.follow(owner)
  const sort = text === '' ? 'created' : 'rank'
  const { entries } = await deps.search.searchEntries(owner, text, { page: 1, perPage: MAX_FOUND, sort })
  const ids = entries.map(({ id }) => id)
  const loaded = await deps.loadEntries(user.id, ids, { hasContent: false })
  const found = ids.flatMap((id) => {
    const entry = loaded.get(id)?.entry
    return entry ? [{ id, title: entry.title ?? entry.url, domain: entry.domainName ?? '' }] : []
  })
  const view = { frame: frameFor(deps, request), csrfToken, highlight, text, found, isFull }
  return pageResponse(assignPage(view), isFull ? 422 : 200)
}

/** @returns the words of a title, without the signs of the query language */
const wordsOf = (title: string): string => (title.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_TITLE_WORDS).join(' ')

const idOf = ({ params: { id } }: ServerRequest<Numbered>): number => requireId(id, 'annotation')
