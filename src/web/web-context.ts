import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ListCounts } from '../entries/listing/count-lists.ts'
import type { Html } from '../kernel/html.ts'
import { NO_FIELDS, type FormFields } from '../kernel/form-body.ts'
import type { Session } from '../users/sessions/session.ts'
import { type Assets, assetHref } from './assets/assets.ts'
import type { CookieJar } from './cookies.ts'
import type { PageFrame } from './layout/layout.ts'
import type { Viewer } from './layout/viewer.ts'
import { lookOf } from './layout/look.ts'
import { ownPath } from './forms/own-path.ts'
import { varyBy } from './vary-by.ts'
import { isLanguage } from '../kernel/languages.ts'
import { languageOf, wordsIn, type Words } from './layout/words.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** the Content-Security-Policy of every page. One for all: what is loaded into a page is held by the policy it came with */
    readonly pagePolicy: string
  }
  interface FastifyRequest {
    /** the signed-in browser, set by the web door's own hook; null for strangers */
    session: Session | null
    /** how many entries each list has, set for pages of who is signed in */
    counts: ListCounts | null
  }
}

/** What every page of the web door needs. */
export interface WebContext {
  readonly assets: Assets
  readonly jar: CookieJar
  /** address of this server as its readers type it */
  readonly baseUrl: string
  /** whether pictures without a copy of ours are loaded from where they lie: only where no copies are kept */
  readonly hasRemoteImages: boolean
}

export const SESSION_COOKIE = 'session'
/** Where a stranger wanted to go before signing in. */
export const TARGET_COOKIE = 'target'
/** One sentence for the next page. */
export const NOTICE_COOKIE = 'notice'
/** What the notice of the next page can bring back: a batch of deleted entries. */
export const UNDO_COOKIE = 'undo'

/** @returns the fields of a form, none if the body was no form */
export function formOf(request: FastifyRequest): FormFields {
  return request.body instanceof Map ? (request.body as FormFields) : NO_FIELDS
}

/** @returns the text of a form's field, empty if it is absent */
export function formText(fields: FormFields, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

/** @returns the frame of a page, with the notice that the page before left, if any */
export function pageFrame(context: WebContext, request: FastifyRequest, reply: FastifyReply): PageFrame {
  const notice = context.jar.read(request, NOTICE_COOKIE)
  if (notice !== undefined) context.jar.clear(reply, NOTICE_COOKIE)
  const batch = context.jar.read(request, UNDO_COOKIE)
  if (batch !== undefined) context.jar.clear(reply, UNDO_COOKIE)
  return {
    assetHref: (name) => assetHref(context.assets, name),
    words: wordsFor(request),
    look: lookOf(request.session?.preferences ?? {}),
    ...(request.session && { viewer: viewerOf(request.session, request.counts) }),
    ...(notice !== undefined && notice !== '' && { notice }),
    ...(batch && { undo: { batch, back: ownPath(request.url) } }),
  }
}

function viewerOf({ user, csrfToken, preferences }: Session, counts: FastifyRequest['counts']): Viewer {
  const { username, isAdmin } = user
  return { username, isAdmin, csrfToken, hasShortcuts: preferences['shortcuts'] !== false, ...(counts && { counts }) }
}

/** @returns the words of whoever asks: the language of the account, else the one that the browser likes best */
export function wordsFor({ session, headers }: FastifyRequest): Words {
  const chosen = session?.preferences['language']
  return wordsIn(isLanguage(chosen) ? chosen : languageOf(headers['accept-language']))
}

/** Sends a page that is never kept by anybody, with the policy that lets nothing foreign run. */
export function sendPage(reply: FastifyReply, page: Html, status = 200): FastifyReply {
  varyBy(reply, 'Cookie')
  return reply
    .code(status)
    .header('content-security-policy', reply.server.pagePolicy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.toString())
}

/** @returns who is signed in; the hook of the signed-in pages has made sure that somebody is */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw new Error(`route ${request.routeOptions.url} has no session`)
  return request.session
}
