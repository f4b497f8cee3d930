import { isFromOwnPage } from '../forms/csrf-protection.ts'
import { safeReturnPath } from '../forms/safe-return-path.ts'
import { SESSION_COOKIE, type WebContext } from '../web-context.ts'
import { redirectTo, type WebResponse } from '../web-response.ts'
import type { ServerRequest } from '../server-routes.ts'

/** Cookie with the page that a visitor requested. The page opens after the sign-in. */
export const TARGET_COOKIE = 'target'
/** Cookie with a reason that the sign-in page explains: why the user must sign in, or why the last attempt failed. */
export const SIGN_IN_COOKIE = 'sign_in'
/** Cookie that is set if a form had no effect because the session had ended. A message after the sign-in says so. */
export const UNSENT_COOKIE = 'unsent'
/** Lifetime in seconds of the cookies that `sendToSignIn` sets. */
const LIFETIME_SECONDS = 600

/**
 * Redirects a visitor to the sign-in page. Cookies store whether a session has ended, and the page to show after the
 * sign-in: the requested page, or the page that contained a submitted form.
 * @param isPending true if the submitted form takes effect after the sign-in
 */
export function sendToSignIn(
  context: WebContext,
  request: ServerRequest,
  { isPending }: { readonly isPending: boolean },
): WebResponse {
  const isForm = request.method === 'POST' && isFromOwnPage(request, context.baseUrl)
  const isPage = isForPage(request)
  const isPageForm = isForm && accepts(request, 'text/html')
  const target = isPageForm ? pageOfForm(request) : isPage ? request.url : '/'
  if (target !== '/') request.cookies.write(TARGET_COOKIE, target, LIFETIME_SECONDS)
  const isEnded = isForm || (isPage && request.cookies.read(SESSION_COOKIE) !== undefined)
  if (isEnded) request.cookies.write(SIGN_IN_COOKIE, 'ended', LIFETIME_SECONDS)
  // Only forms of pages set this cookie. Scripts, which do not accept HTML as the response, report unsent changes
  // themselves.
  if (isPageForm && !isPending) request.cookies.write(UNSENT_COOKIE, '1', LIFETIME_SECONDS)
  return redirectTo('/login', 302)
}

/**
 * @returns the path of the page that contained a form. Pages with articles send no `Referer`. The path of their forms
 *   begins with the path of the page.
 */
function pageOfForm({ url, headers: { referer, host } }: ServerRequest): string {
  const article = /^\/view\/\d+(?=\/)/.exec(url)?.[0]
  const page = URL.parse(referer ?? '')
  if (article !== undefined) return article
  return page !== null && page.host === host ? safeReturnPath(page.pathname + page.search) : '/'
}

/** @returns true if the browser opens a page; false for requests of scripts and of Turbo frames */
function isForPage(request: ServerRequest): boolean {
  return request.method === 'GET' && request.headers['turbo-frame'] === undefined && accepts(request, 'text/html')
}

function accepts({ headers }: ServerRequest, type: string): boolean {
  return (headers.accept ?? type).includes(type)
}
