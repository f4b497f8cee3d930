import type { FastifyReply, FastifyRequest } from 'fastify'
import { isFromOwnPage } from '../forms/csrf-protection.ts'
import { safeReturnPath } from '../forms/safe-return-path.ts'
import { SESSION_COOKIE, type WebContext } from '../web-context.ts'

/** Cookie with the page that a visitor requested before signing in. */
export const TARGET_COOKIE = 'target'
/** Cookie with the reason why the viewer has to sign in, or why the last attempt failed, for the sign-in page. */
export const SIGN_IN_COOKIE = 'sign_in'
/** Cookie that is set if a form was not sent because the session had ended, for a message after the sign-in. */
export const UNSENT_COOKIE = 'unsent'
/** Lifetime of the cookies in seconds. */
const KEPT_SECONDS = 600

/**
 * Redirects a visitor to the sign-in page. Cookies store that the session has ended, and the page to show after the
 * sign-in: the requested page, or the page of a submitted form.
 * @param isKept true if the submitted form takes effect after the sign-in
 */
export function sendToSignIn(
  context: WebContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { isKept }: { readonly isKept: boolean },
): FastifyReply {
  const isForm = request.method === 'POST' && isFromOwnPage(request, context.baseUrl)
  const isPage = isForPage(request)
  const isPageForm = isForm && accepts(request, 'text/html')
  const target = isPageForm ? pageOfForm(request) : isPage ? request.url : '/'
  if (target !== '/') context.jar.write(reply, TARGET_COOKIE, target, KEPT_SECONDS)
  const isEnded = isForm || (isPage && context.jar.read(request, SESSION_COOKIE) !== undefined)
  if (isEnded) context.jar.write(reply, SIGN_IN_COOKIE, 'ended', KEPT_SECONDS)
  // Scripts send all other forms, and report unsent changes themselves.
  if (isPageForm && !isKept) context.jar.write(reply, UNSENT_COOKIE, '1', KEPT_SECONDS)
  return reply.redirect('/login', 302)
}

/**
 * @returns the page that a form was sent from. Articles send no `Referer`; the path of their forms begins with the path
 *   of the page.
 */
function pageOfForm({ url, headers: { referer, host } }: FastifyRequest): string {
  const article = /^\/view\/\d+(?=\/)/.exec(url)?.[0]
  const page = URL.parse(referer ?? '')
  if (article !== undefined) return article
  return page !== null && page.host === host ? safeReturnPath(page.pathname + page.search) : '/'
}

/** @returns false for requests of scripts, such as those of the synchronization, and for requests of parts of a page */
function isForPage(request: FastifyRequest): boolean {
  return request.method === 'GET' && request.headers['turbo-frame'] === undefined && accepts(request, 'text/html')
}

function accepts({ headers }: FastifyRequest, type: string): boolean {
  return (headers.accept ?? type).includes(type)
}
