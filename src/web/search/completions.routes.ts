import type { ListCollections } from '../../collections/list-collections.ts'
import type { NameCompleter } from '../../entries/listing/name-completer.ts'
import type { ListLabels } from '../../tags/list-labels.ts'
import { completionTarget } from '../../query/completion-target.ts'
import type { FindNow } from '../../users/time-zone.ts'
import { sessionOf, localizationFor } from '../web-context.ts'
import { completionList } from './completion-list.ts'
import { completionsFor } from './completions.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'
import { type ServerResponse, dataResponse } from '../server-response.ts'

export interface CompletionsDeps {
  readonly nameCompleter: NameCompleter
  readonly listLabels: ListLabels
  readonly listCollections: ListCollections
  readonly findNow: FindNow
}

/** Maximum length of a query in UTF-16 code units. A longer query is cut, as in a search. */
const MAX_QUERY = 4096

/**
 * Adds `/search/completions?q=…&at=…`. It suggests completions for the part of the query at the caret (`at`), as
 * options of a list box.
 */
export function addCompletionsRoutes(routes: ServerRoutes, deps: CompletionsDeps): void {
  routes.get('/search/completions', (request) => complete(deps, request))
}

async function complete(deps: CompletionsDeps, request: ServerRequest): Promise<ServerResponse> {
  const { user, revision } = sessionOf(request)
  const { text, caret } = requestedCompletion(request)
  const place = completionTarget(text, caret)
  const owner = { id: user.id, revision }
  const completions = place
    ? await completionsFor(place, user.id, {
        names: deps.nameCompleter,
        tags: place.field === 'tag' ? await deps.listLabels(user.id) : [],
        collections: place.field === 'in' || place.field === 'collection' ? await deps.listCollections(owner) : [],
      })
    : []
  const context = { words: localizationFor(request), now: await deps.findNow(owner) }
  const headers = { 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' }
  return dataResponse(completionList(completions, place, context).toString(), headers)
}

function requestedCompletion({ query }: ServerRequest): { readonly text: string; readonly caret: number } {
  const text = typeof query['q'] === 'string' ? query['q'].slice(0, MAX_QUERY).replaceAll('\0', ' ') : ''
  const at = typeof query['at'] === 'string' && /^\d{1,4}$/.test(query['at']) ? Number(query['at']) : text.length
  return { text, caret: Math.min(at, text.length) }
}
