import { requireId } from '../../kernel/parse-id.ts'
import { type LoadedEntry, type LoadEntries, sharedEntryFinder } from '../../entries/listing/load-entries.ts'
import { type PatchEntryDeps, patchEntry } from '../../entries/changing/patch-entry.ts'
import type { FindCopy, LoadCopies } from '../../images/load-image-copies.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { notFound } from '../../kernel/errors.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import { cutText } from '../../kernel/storable-text.ts'
import type { UrlSecrets } from '../../throttling/url-secret-throttle.ts'
import { assetHref } from '../assets/assets.ts'
import { articlePolicy } from '../content-security-policy.ts'
import { articleView } from '../reader/article/build-article-view.ts'
import { loadHighlighter } from '../reader/article/load-code-highlighter.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { recordOwnEvent } from '../security/record-own-event.ts'
import { viewHrefAfter } from '../reader/entry-origin.ts'
import { formText, localizationFor, type WebContext } from '../web-context.ts'
import { languageOf, localizationIn } from '../layout/messages-by-language.ts'
import { sharePage } from './share.page.ts'
import { showCopies } from '../../images/show-image-copies.ts'
import { redirectWithNotice } from '../redirect-with-notice.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'
import { type ServerResponse, dataResponse, UNKNOWN_ADDRESS } from '../server-response.ts'

export interface ShareRoutesDeps extends WebContext, PatchEntryDeps, SecurityEventsUser {
  readonly loadEntries: LoadEntries
  readonly loadCopies: LoadCopies
  readonly secrets: UrlSecrets
  /** true if the operator allows public pages */
  readonly isSharing: boolean
}

type WithId = { readonly id: string }

/** Number of seconds for which caches may keep a public page (wallabag contract, section 10). */
const CACHE_SECONDS = 25_200

/** Maximum length of the summary in the meta tags for social networks, in UTF-16 code units. Longer texts are cut. */
const MAX_SUMMARY = 200

/** Adds the public pages of shared entries. They need no session and set no cookie. */
export function addShareRoutes(routes: ServerRoutes, deps: ShareRoutesDeps): void {
  const find = sharedEntryFinder(deps.database)
  routes.get('/share/:uid', async (request) => {
    const { uid } = request.params
    await deps.secrets.admit(request, uid)
    const place = deps.isSharing ? await find(uid) : undefined
    const loaded = place && (await deps.loadEntries(place.owner, [place.id], { hasContent: true })).get(place.id)
    // The public link never existed, or the owner has removed it. The request counts as a guess at a link.
    if (!place || loaded?.entry.uid !== uid) {
      await deps.secrets.missed(request)
      return UNKNOWN_ADDRESS
    }
    deps.secrets.opened(request, uid)
    const copies = await deps.loadCopies(place.owner, place.id)
    return sendShared(deps, request, { loaded, copies })
  })
}

interface Shared {
  readonly loaded: LoadedEntry
  readonly copies: FindCopy
}

async function sendShared(
  { assets, baseUrl }: ShareRoutesDeps,
  request: ServerRequest,
  { loaded, copies }: Shared,
): Promise<ServerResponse> {
  const view = articleView(loaded)
  const words = localizationIn(languageOf(request.headers['accept-language']))
  const frame = { assetHref: (name: string) => assetHref(assets, name), words }
  const { previewPicture } = loaded.entry
  const copy = copies(previewPicture ?? '')
  const picture = copy ? baseUrl + copy.path : previewPicture
  const page = sharePage({
    ...view,
    frame,
    address: `${baseUrl}/share/${loaded.entry.uid}`,
    summary: summaryOf(view.sanitizedContent),
    ...(picture !== null && { picture }),
    sanitizedContent: showCopies(view.sanitizedContent, copies),
    highlight: await loadHighlighter(view.sanitizedContent),
  })
  return dataResponse(page.toString(), {
    'content-security-policy': articlePolicy(),
    'cache-control': `public, max-age=${CACHE_SECONDS}`,
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    vary: 'Accept-Language',
  })
}

/**
 * @returns the first words of the text. Tags are removed and a few entities decoded, so templates must escape the
 *   result.
 */
function summaryOf(sanitizedContent: string): string {
  const text = sanitizedContent.slice(0, 5000).replaceAll(/<[^<>]*>?/g, ' ')
  const plain = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  return cutText(plain.replaceAll(/\s+/g, ' ').trim(), MAX_SUMMARY)
}

/** Adds the actions that create and remove the public link of an entry. After its removal, a link never works again. */
export function addSharingRoutes(routes: ServerRoutes, deps: ShareRoutesDeps): void {
  routes.post('/share/:id', async (request) => {
    if (!deps.isSharing) throw notFound('page')
    const article = await setPublic(deps, request, true)
    // The parameter `shared` makes a script copy the link as soon as the page opens.
    const path = `${article}${article.includes('?') ? '&' : '?'}shared=1`
    return redirectWithNotice(request, path, localizationFor(request).t('share.made'))
  })
  routes.post('/share/delete/:id', async (request) => {
    const article = await setPublic(deps, request, false)
    return redirectWithNotice(request, article, localizationFor(request).t('share.withdrawn'))
  })
}

/** @returns the address of the reading page */
async function setPublic(deps: ShareRoutesDeps, request: ServerRequest<WithId>, isPublic: boolean): Promise<string> {
  const { owner, fields } = checkedForm(deps, request)
  const id = requireId<EntryId>(request.params.id, 'entry')
  const { sharing } = await patchEntry(deps, owner, id, { fields: { isPublic }, requestId: request.id })
  if (sharing) await recordOwnEvent(deps, request, sharing)
  return viewHrefAfter(id, formText(fields, 'list'))
}
