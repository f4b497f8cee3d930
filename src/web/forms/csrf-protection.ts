import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import type { FormFields } from '../../kernel/form-body.ts'
import { maskToken, unmaskToken } from '../../kernel/masked-token.ts'
import { randomToken } from '../../kernel/random-token.ts'
import { isTimingSafeEqual } from '../../kernel/timing-safe-equal.ts'
import type { Session } from '../../users/sessions/session.ts'
import type { CookieJar } from '../cookies.ts'

const COOKIE = 'csrf'

/**
 * @returns the CSRF token for the forms of a page. It is the session's token, or for visitors a random token that a
 *   cookie also contains.
 */
export function formToken(
  jar: CookieJar,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session | undefined,
): string {
  if (session) return session.csrfToken
  const existing = jar.read(request, COOKIE)
  if (existing !== undefined && /^[\w-]{43}$/.test(existing)) return maskToken(existing)
  const token = randomToken()
  jar.write(reply, COOKIE, token)
  return maskToken(token)
}

export interface ForgeryDeps {
  readonly jar: CookieJar
  /** public address of this server */
  readonly baseUrl: string
}

/**
 * Refuses a form that another site submits (OWASP CSRF cheat sheet). Checks the token, and the headers `Origin` and
 * `Sec-Fetch-Site` if the browser sends them.
 * @param field name of the form field that contains the token
 * @throws AppError `forbidden`
 */
export function refuseForgery(
  { jar, baseUrl }: ForgeryDeps,
  request: FastifyRequest,
  session: Session | undefined,
  { fields, field }: { readonly fields: FormFields; readonly field: string },
): void {
  const expected = session ? session.csrfToken : jar.read(request, COOKIE)
  const given = fields.get(field)
  const isRight = typeof given === 'string' && expected !== undefined && isSameToken(given, expected)
  if (!isRight || (isFromElsewhere(request, baseUrl) && !(session && isFromNoReferrerPage(request)))) {
    throw new AppError('forbidden', 'the form has expired', { details: { message: 'error.expired' } })
  }
}

function isSameToken(one: string, other: string): boolean {
  return isTimingSafeEqual(Buffer.from(unmaskToken(one)), Buffer.from(unmaskToken(other)))
}

/**
 * Recognizes a form that the browser itself sent, without a token, such as content that another app shares. Chromium
 * opens a share target without an initiating page: `Sec-Fetch-Site: none`, `Origin: null`
 * (webapk_post_share_target_navigator.cc, navigation_request.cc). No page can cause these headers
 * (https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header).
 * @returns true if the headers prove that no other site sent the form; false otherwise, for example if the browser
 *   sends no such headers
 */
export function isFromShareMenu(request: FastifyRequest, baseUrl: string): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers
  if (site !== 'none' && site !== 'same-origin') return false
  return origin === 'null' || !isFromElsewhere(request, baseUrl)
}

/**
 * Recognizes a form of our own pages by its headers. The token of the form cannot be checked if the session, which
 * contains the expected token, has ended.
 * @returns true if the headers prove that one of our pages sent the form; false otherwise, for example if the browser
 *   sends no such headers
 */
export function isFromOwnPage(request: FastifyRequest, baseUrl: string): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers
  if (site === undefined && (origin === undefined || origin === 'null')) return false
  return site === undefined ? !isFromElsewhere(request, baseUrl) : site === 'same-origin'
}

/**
 * Recognizes a form from one of our pages with the referrer policy `no-referrer`. Browsers send such a form with
 * `Origin: null` (https://fetch.spec.whatwg.org/#append-a-request-origin-header), so `Sec-Fetch-Site` decides.
 * Sandboxed pages also send that origin, but for them `Sec-Fetch-Site` is `cross-site`.
 */
function isFromNoReferrerPage({ headers }: FastifyRequest): boolean {
  return headers.origin === 'null' && headers['sec-fetch-site'] === 'same-origin'
}

/**
 * @returns the referrer policy of a page with an article: `no-referrer`, which hides the page's address (security
 *   specification 3.1). Forms of such a page are accepted only with the header `Sec-Fetch-Site`. Over plain HTTP in a
 *   local network, browsers omit this header (https://www.w3.org/TR/fetch-metadata/#framework). The policy is then
 *   `same-origin`.
 */
export function articleReferrer({ headers, host }: FastifyRequest, baseUrl: string): 'no-referrer' | 'same-origin' {
  const isStated = headers['sec-fetch-site'] !== undefined || baseUrl.startsWith('https:') || LOOPBACK_HOST.test(host)
  return isStated ? 'no-referrer' : 'same-origin'
}

/**
 * Matches loopback hosts, with or without a port
 * (https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy).
 */
const LOOPBACK_HOST = /^(?:localhost|[a-z0-9-]{1,63}\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

function isFromElsewhere({ headers }: FastifyRequest, baseUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  const { origin } = headers
  if (origin === undefined) return false
  // If a proxy has rewritten `Host`, the origin must match the configured address instead.
  const host = URL.parse(origin)?.host
  return host !== headers.host && host !== URL.parse(baseUrl)?.host
}
