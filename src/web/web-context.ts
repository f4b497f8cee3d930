import { NO_FIELDS, type FormFields } from '../kernel/form-body.ts'
import type { Session } from '../users/sessions/session.ts'
import { type Assets, assetHref } from './assets/assets.ts'
import type { OfflineState, PageFrame } from './layout/layout.ts'
import type { Viewer } from './layout/viewer.ts'
import { appearanceOf } from '../users/appearance.ts'
import { safeReturnPath } from './forms/safe-return-path.ts'
import type { WebRequest } from './web-request.ts'
import { isLanguage } from '../kernel/languages.ts'
import { languageOf, localizationIn } from './layout/messages-by-language.ts'
import type { Localization } from './layout/localization.ts'

/** The dependencies that all pages of the web app share. */
export interface WebContext {
  readonly assets: Assets
  /** address under which the user's browser reaches this server */
  readonly baseUrl: string
  /** true if pages may load pictures from other sites, because the server stores no copies of them */
  readonly hasRemoteImages: boolean
  /** true if users can send articles by e-mail; absent if the service worker renders the pages */
  readonly canSend?: boolean
  /** returns the current offline state; present only if the service worker renders the pages */
  readonly offlineState?: () => OfflineState
}

export const SESSION_COOKIE = 'session'
/** Cookie with a message that the next page shows once. */
export const NOTICE_COOKIE = 'notice'
/**
 * Cookie with the id of the action that the message in `NOTICE_COOKIE` reports. The undo button beside the message uses
 * it.
 */
export const UNDO_COOKIE = 'undo'

/** @returns the fields of a submitted form; empty if the body is not a form */
export function formOf(request: Pick<WebRequest, 'body'>): FormFields {
  return request.body instanceof Map ? (request.body as FormFields) : NO_FIELDS
}

/** @returns the text of a form field; empty if the field is missing */
export function formText(fields: FormFields, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

/**
 * @returns the data for the parts that all pages share. It includes the message that the previous request left for this
 *   page.
 */
export function frameFor(context: WebContext, request: WebRequest): PageFrame {
  return {
    assetHref: (name) => assetHref(context.assets, name),
    words: localizationFor(request),
    look: appearanceOf(request.session?.preferences ?? {}),
    ...(request.session && { viewer: viewerOf(request.session, request) }),
    ...(context.canSend && { canSend: true }),
    ...(context.offlineState && { offline: context.offlineState() }),
    // The message is shown only once, on the next page that the user opens. An update of an open page does not show
    // messages, so it must leave the cookie in place.
    ...(updateOf(request) === undefined && readAndClearNotice(request)),
  }
}

function readAndClearNotice({ cookies, url }: WebRequest): Pick<PageFrame, 'notice' | 'undo'> {
  const notice = cookies.read(NOTICE_COOKIE)
  if (notice !== undefined) cookies.clear(NOTICE_COOKIE)
  const action = cookies.read(UNDO_COOKIE)
  if (action !== undefined) cookies.clear(UNDO_COOKIE)
  return {
    ...(notice !== undefined && notice !== '' && { notice }),
    ...(action && /^\d+$/.test(action) && { undo: { action: Number(action), back: safeReturnPath(url) } }),
  }
}

/**
 * @returns the revision of the user's data that an open page shows, if this request only updates that page
 *   (client/live/update-page.ts); undefined if the user opens a page
 */
export function updateOf({ headers }: Pick<WebRequest, 'headers'>): number | undefined {
  const text = headers['x-update-since']
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

function viewerOf(
  { user, csrfToken, preferences, revision, hasPassword, hasPasskeys }: Session,
  { counts, collections }: Pick<WebRequest, 'counts' | 'collections'>,
): Viewer {
  const { username, isAdmin } = user
  const hasShortcuts = preferences['shortcuts'] !== false
  const lists = { ...(counts && { counts }), ...(collections && { collections }) }
  const proofs = { ...(!hasPassword && { hasNoPassword: true }), ...(hasPasskeys && { hasPasskeys: true }) }
  return { username, isAdmin, csrfToken, revision, hasShortcuts, ...lists, ...proofs }
}

/** @returns the texts in the language that the user has chosen, otherwise in the language that the browser prefers */
export function localizationFor({ session, headers }: Pick<WebRequest, 'session' | 'headers'>): Localization {
  const chosen = session?.preferences['language']
  return localizationIn(isLanguage(chosen) ? chosen : languageOf(headers['accept-language']))
}

/**
 * @returns the viewer's session. Pages that visitors may not open always have one, because visitors are redirected to
 *   the sign-in page.
 */
export function sessionOf(request: Pick<WebRequest, 'session' | 'url'>): Session {
  if (!request.session) throw new Error(`${request.url.split('?')[0]} has no session`)
  return request.session
}
