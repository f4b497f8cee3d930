import { knownReason } from '../../entries/fetching/fetch-failure-reasons.ts'
import type { Explanation } from '../../entries/reextraction/explain-extraction.ts'
import type { LoadedEntry, LoadEntries } from '../../entries/listing/load-entries.ts'
import type { ReloadEntryDeps } from '../../entries/fetching/reload-entry.ts'
import { shownTitle } from '../../entries/shown-title.ts'
import { entryIdAfterFetch } from '../../entries/saving/wait-for-fetch.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import { fetchView } from '../cards/build-card-view.ts'
import { fetchOutcome } from '../cards/fetch-outcome.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { formText, frameFor, sessionOf, localizationFor, type WebContext } from '../web-context.ts'
import type { Localization } from '../layout/localization.ts'
import { textToRead } from './article/build-article-view.ts'
import { entryIdOf, type WithId } from './entry-id.ts'
import { originOf, viewHrefAfter } from './entry-origin.ts'
import type { ContentOriginView } from './content-origin.page.ts'
import { reloadEntry } from '../../entries/fetching/reload-entry.ts'
import { explainExtraction } from '../../entries/reextraction/explain-extraction.ts'
import { contentOriginPage } from './content-origin.page.ts'
import type { WebRequest } from '../web-request.ts'
import { pageResponse, redirectTo, type WebResponse } from '../web-response.ts'
import type { WebRoutes } from '../web-routes.ts'
import { redirectWithNotice } from '../redirect-with-notice.ts'

export interface RefetchRoutesDeps extends WebContext, ReloadEntryDeps {
  readonly loadEntries: LoadEntries
  readonly savesPerUser: Pick<Throttle, 'take'>
  readonly awaitEntry: (owner: UserId, id: EntryId, signal?: AbortSignal) => Promise<void>
}

/** Adds the action that fetches the page of an entry again, and the page about the origin of the entry's content. */
export function addRefetchRoutes(routes: WebRoutes, deps: RefetchRoutesDeps): void {
  routes.post('/view/:id/reload', async (request) => reload(deps, request))
  routes.get('/view/:id/info', async (request) => showInfo(deps, request))
}

async function reload(deps: RefetchRoutesDeps, request: WebRequest<WithId>): Promise<WebResponse> {
  const { owner, fields } = checkedForm(deps, request)
  const id = entryIdOf(request)
  await deps.savesPerUser.take(String(owner))
  const address = await reloadEntry(deps, { owner, id, requestId: request.id })
  await deps.awaitEntry(owner, id)
  const shown = await entryIdAfterFetch(deps.database, owner, address)
  const entry = shown && (await deps.loadEntries(owner, [shown], { hasContent: false })).get(shown)?.entry
  if (!entry) return redirectTo('/', 303)
  const path = viewHrefAfter(entry.id, formText(fields, 'list'))
  return redirectWithNotice(request, path, fetchOutcome(fetchView(entry), localizationFor(request).t))
}

async function showInfo(deps: RefetchRoutesDeps, request: WebRequest<WithId>): Promise<WebResponse> {
  const { user, csrfToken } = sessionOf(request)
  const id = entryIdOf(request)
  const explanation = await explainExtraction(deps.database, user.id, id)
  const loaded = (await deps.loadEntries(user.id, [id], { hasContent: true })).get(id)
  if (!loaded) throw notFound('entry')
  const { entry } = loaded
  const frame = frameFor(deps, request)
  const page = contentOriginPage({
    frame,
    csrfToken,
    id,
    origin: originOf(request),
    title: shownTitle(entry),
    url: entry.url,
    explanation,
    source: sourceOf(explanation, loaded),
    savedAt: new Date(entry.createdAt),
    updatedAt: new Date(entry.updatedAt),
    ...(explanation.failure && { failure: failureWords(explanation.failure.code, frame.words.t) }),
  })
  return pageResponse(page)
}

/**
 * @returns the origin of the content. If a page could not be fetched, its content contains a failure message. The
 *   origin is `summary` if the content also contains other text, otherwise `none`.
 */
function sourceOf({ source }: Explanation, loaded: LoadedEntry): ContentOriginView['source'] {
  if (source !== 'page' || loaded.entry.fetchState !== 'failed') return source
  return textToRead(loaded) === '' ? 'none' : 'summary'
}

function failureWords(code: string, t: Localization['t']): { readonly reason: string; readonly next: string } {
  const reason = knownReason(code)
  return { reason: t(`failure.${reason}.reason`), next: t(`failure.${reason}.next`) }
}
