import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ListCounts } from '../entries/listing/count-lists.ts'
import type { Html } from '../kernel/html.ts'
import { NO_FIELDS, type FormFields } from '../kernel/form-body.ts'
import type { Session } from '../users/sessions/session.ts'
import { type Assets, assetHref } from './assets/assets.ts'
import type { CookieJar } from './cookies.ts'
import type { OfflineState, PageFrame } from './layout/layout.ts'
import type { RailCollection, Viewer } from './layout/viewer.ts'
import { lookOf } from './layout/look.ts'
import { ownPath } from './forms/own-path.ts'
import { varyBy } from './vary-by.ts'
import { isLanguage } from '../kernel/languages.ts'
import { languageOf, wordsIn } from './layout/words-in-language.ts'
import type { Words } from './layout/words.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * the Content-Security-Policy, the same for every page: content that a script loads into a page is subject to that
     * page's policy
     */
    readonly pagePolicy: string
  }
  interface FastifyContextConfig {
    /** a route of the signed-in pages that also answers visitors */
    readonly isForVisitors?: boolean
  }
  interface FastifyRequest {
    /** the signed-in browser, set by the web app's own hook; null for visitors */
    session: Session | null
    /** number of entries of each list, set for pages of a signed-in user */
    counts: ListCounts | null
    /** the collections of a signed-in user, set for pages */
    collections: readonly RailCollection[] | null
  }
}

/** The dependencies of every page of the web app. */
export interface WebContext {
  readonly assets: Assets
  readonly jar: CookieJar
  /** address of this server as its users type it */
  readonly baseUrl: string
  /** whether pictures without a stored copy are loaded from their sites: only if no copies are kept */
  readonly hasRemoteImages: boolean
  /** returns the state of the browser that draws the pages itself; absent on the server */
  readonly offlineState?: (path: string) => OfflineState
}

export const SESSION_COOKIE = 'session'
/** The page that a visitor requested before signing in. */
export const TARGET_COOKIE = 'target'
/** One sentence for the next page. */
export const NOTICE_COOKIE = 'notice'
/** The action that the notice of the next page can undo. */
export const UNDO_COOKIE = 'undo'

/** @returns the fields of a form, none for any other body */
export function formOf(request: FastifyRequest): FormFields {
  return request.body instanceof Map ? (request.body as FormFields) : NO_FIELDS
}

/** @returns the text of a form's field, empty if it is missing */
export function formText(fields: FormFields, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

/** @returns the frame of a page, with the notice of the previous page, if any */
export function pageFrame(context: WebContext, request: FastifyRequest, reply: FastifyReply): PageFrame {
  const notice = context.jar.read(request, NOTICE_COOKIE)
  if (notice !== undefined) context.jar.clear(reply, NOTICE_COOKIE)
  const action = context.jar.read(request, UNDO_COOKIE)
  if (action !== undefined) context.jar.clear(reply, UNDO_COOKIE)
  return {
    assetHref: (name) => assetHref(context.assets, name),
    words: wordsFor(request),
    look: lookOf(request.session?.preferences ?? {}),
    ...(request.session && { viewer: viewerOf(request.session, request) }),
    ...(context.offlineState && { offline: context.offlineState(request.url) }),
    ...(notice !== undefined && notice !== '' && { notice }),
    ...(action && /^\d+$/.test(action) && { undo: { action: Number(action), back: ownPath(request.url) } }),
  }
}

function viewerOf(
  { user, csrfToken, preferences }: Session,
  { counts, collections }: Pick<FastifyRequest, 'counts' | 'collections'>,
): Viewer {
  const { username, isAdmin } = user
  const hasShortcuts = preferences['shortcuts'] !== false
  const lists = { ...(counts && { counts }), ...(collections && { collections }) }
  return { username, isAdmin, csrfToken, hasShortcuts, ...lists }
}

/** @returns the viewer's words: in the language of the account, else in the one that the browser prefers */
export function wordsFor({ session, headers }: FastifyRequest): Words {
  const chosen = session?.preferences['language']
  return wordsIn(isLanguage(chosen) ? chosen : languageOf(headers['accept-language']))
}

/** Sends a page that must not be cached, with the policy that blocks foreign scripts. */
export function sendPage(reply: FastifyReply, page: Html, status = 200): FastifyReply {
  varyBy(reply, 'Cookie')
  return reply
    .code(status)
    .header('content-security-policy', reply.server.pagePolicy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.toString())
}

/** Redirects a visitor to the sign-in page, and afterwards to the page of this request. */
export function sendToSignIn(context: WebContext, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.method === 'GET' && request.url !== '/') context.jar.write(reply, TARGET_COOKIE, request.url, 600)
  return reply.redirect('/login', 302)
}

/** @returns the viewer's session; the hook of the signed-in pages guarantees that there is one */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw new Error(`route ${request.routeOptions.url} has no session`)
  return request.session
}
