import { AppError } from '../../kernel/errors.ts'
import type { FormFields } from '../../kernel/form-body.ts'
import { maskToken, unmaskToken } from '../../kernel/masked-token.ts'
import { randomToken } from '../../kernel/random-token.ts'
import { isTimingSafeEqual } from '../../kernel/timing-safe-equal.ts'
import type { Session } from '../../users/sessions/session.ts'
import type { WebRequest } from '../web-request.ts'

/** A request of which only the headers are read. */
export type HeadersOnly = Pick<WebRequest, 'headers'>

const COOKIE = 'csrf'

/** A request of which only the headers and the cookies are read. */
type HeadersAndCookies = Pick<WebRequest, 'headers' | 'cookies'>

/** @returns the CSRF token for the forms that visitors see: a random token that a cookie also contains */
export function csrfTokenForVisitor({ cookies }: Pick<WebRequest, 'cookies'>): string {
  const existing = cookies.read(COOKIE)
  if (existing !== undefined && /^[\w-]{43}$/.test(existing)) return maskToken(existing)
  const token = randomToken()
  cookies.write(COOKIE, token)
  return maskToken(token)
}

/** A form, and the name of the field that contains its CSRF token. */
interface TokenField {
  readonly fields: FormFields
  readonly field: string
}

/**
 * Refuses a form of a visitor that another site submits, like `rejectCsrf`. The token is that of the visitor's
 * cookie.
 * @param baseUrl public address of this server
 * @throws AppError `forbidden`
 */
export function rejectVisitorCsrf(
  { baseUrl }: { readonly baseUrl: string },
  request: HeadersAndCookies,
  form: TokenField,
): void {
  if (!hasToken(form, request.cookies.read(COOKIE)) || isFromElsewhere(request, baseUrl)) throw expired()
}

/**
 * Refuses a form that another site submits (OWASP CSRF cheat sheet). Checks the token of the session, and the headers
 * `Origin` and `Sec-Fetch-Site` if the browser sends them.
 * @param baseUrl public address of this server
 * @throws AppError `forbidden`
 */
export function rejectCsrf(
  { baseUrl }: { readonly baseUrl: string },
  request: HeadersOnly,
  { csrfToken }: Pick<Session, 'csrfToken'>,
  form: TokenField,
): void {
  const isForged = isFromElsewhere(request, baseUrl) && !isFromNoReferrerPage(request)
  if (!hasToken(form, csrfToken) || isForged) throw expired()
}

function hasToken({ fields, field }: TokenField, expected: string | undefined): boolean {
  const given = fields.get(field)
  return typeof given === 'string' && expected !== undefined && isSameToken(given, expected)
}

const expired = (): AppError =>
  new AppError('forbidden', 'the form has expired', { details: { message: 'error.expired' } })

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
export function isFromShareMenu(request: HeadersOnly, baseUrl: string): boolean {
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
export function isFromOwnPage(request: HeadersOnly, baseUrl: string): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers
  if (site === undefined && (origin === undefined || origin === 'null')) return false
  return site === undefined ? !isFromElsewhere(request, baseUrl) : site === 'same-origin'
}

/**
 * Recognizes a form from one of our pages with the referrer policy `no-referrer`. Browsers send such a form with
 * `Origin: null` (https://fetch.spec.whatwg.org/#append-a-request-origin-header), so `Sec-Fetch-Site` decides.
 * Sandboxed pages also send that origin, but for them `Sec-Fetch-Site` is `cross-site`.
 */
function isFromNoReferrerPage({ headers }: HeadersOnly): boolean {
  return headers.origin === 'null' && headers['sec-fetch-site'] === 'same-origin'
}

/**
 * @returns the referrer policy of a page with an article: `no-referrer`, which hides the page's address (security
 *   specification 3.1). Forms of such a page are accepted only with the header `Sec-Fetch-Site`. Over plain HTTP in a
 *   local network, browsers omit this header (https://www.w3.org/TR/fetch-metadata/#framework). The policy is then
 *   `same-origin`.
 */
export function articleReferrer(
  { headers, host }: Pick<WebRequest, 'headers' | 'host'>,
  baseUrl: string,
): 'no-referrer' | 'same-origin' {
  const isStated = headers['sec-fetch-site'] !== undefined || baseUrl.startsWith('https:') || LOOPBACK_HOST.test(host)
  return isStated ? 'no-referrer' : 'same-origin'
}

/**
 * Matches loopback hosts, with or without a port
 * (https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy).
 */
const LOOPBACK_HOST = /^(?:localhost|[a-z0-9-]{1,63}\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

function isFromElsewhere({ headers }: HeadersOnly, baseUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  const { origin } = headers
  if (origin === undefined) return false
  // If a proxy has rewritten `Host`, the origin must match the configured address instead.
  const host = URL.parse(origin)?.host
  return host !== headers.host && host !== URL.parse(baseUrl)?.host
}
