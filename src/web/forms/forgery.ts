import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import type { FormFields } from '../../kernel/form-body.ts'
import { maskToken, unmaskToken } from '../../kernel/masked-token.ts'
import { randomToken } from '../../kernel/random-token.ts'
import { sameBytes } from '../../kernel/same-bytes.ts'
import type { Session } from '../../users/sessions/session.ts'
import type { CookieJar } from '../cookies.ts'

const COOKIE = 'csrf'

/** @returns the token for the forms of a page: the session's, or before sign-in one that is also in a cookie */
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
  /** address of this server as its users type it */
  readonly baseUrl: string
}

/**
 * Refuses a form from another site (OWASP CSRF cheat sheet: token, and the browser's headers if it sends them).
 * @param field name of the form's field with the token
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
  if (!isRight || (isFromElsewhere(request, baseUrl) && !(session && isFromQuietPage(request)))) {
    throw new AppError('forbidden', 'the form has expired', { details: { message: 'error.expired' } })
  }
}

function isSameToken(one: string, other: string): boolean {
  return sameBytes(Buffer.from(unmaskToken(one)), Buffer.from(unmaskToken(other)))
}

/**
 * Whether the browser itself sent a form without a token, such as content shared from another app. Chromium opens a
 * share target as a navigation of the system, which has no initiator: `Sec-Fetch-Site: none`, `Origin: null`
 * (webapk_post_share_target_navigator.cc, navigation_request.cc). Pages cannot cause these headers otherwise
 * (https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header).
 * @returns false also when the browser does not send these headers
 */
export function isFromSystem(request: FastifyRequest, baseUrl: string): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers
  if (site !== 'none' && site !== 'same-origin') return false
  return origin === 'null' || !isFromElsewhere(request, baseUrl)
}

/**
 * Whether the browser states that a form was sent by one of our own pages: for forms of a browser whose session, and
 * with it the form's token, has ended.
 * @returns false also when the browser states nothing
 */
export function isFromOwnPage(request: FastifyRequest, baseUrl: string): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers
  if (site === undefined && (origin === undefined || origin === 'null')) return false
  return site === undefined ? !isFromElsewhere(request, baseUrl) : site === 'same-origin'
}

/**
 * Whether a form is from one of our pages with the referrer policy `no-referrer`: it arrives with `Origin: null`
 * (https://fetch.spec.whatwg.org/#append-a-request-origin-header), so `Sec-Fetch-Site` decides. For a page with an
 * opaque origin, that header is `cross-site`.
 */
function isFromQuietPage({ headers }: FastifyRequest): boolean {
  return headers.origin === 'null' && headers['sec-fetch-site'] === 'same-origin'
}

/**
 * @returns the referrer policy of a page with an article: it hides its address (security specification 3.1). Browsers
 * send `Sec-Fetch-Site` only to trustworthy addresses (https://www.w3.org/TR/fetch-metadata/#framework); without it,
 * forms of a `no-referrer` page would be refused, so `same-origin` hides the address from other sites only
 */
export function articleReferrer({ headers, host }: FastifyRequest, baseUrl: string): 'no-referrer' | 'same-origin' {
  const isStated = headers['sec-fetch-site'] !== undefined || baseUrl.startsWith('https:') || LOOPBACK.test(host)
  return isStated ? 'no-referrer' : 'same-origin'
}

/** With or without a port (https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy). */
const LOOPBACK = /^(?:localhost|[a-z0-9-]{1,63}\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

function isFromElsewhere({ headers }: FastifyRequest, baseUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  const { origin } = headers
  if (origin === undefined) return false
  // Behind a proxy that rewrites `Host`, browsers know the configured address.
  const host = URL.parse(origin)?.host
  return host !== headers.host && host !== URL.parse(baseUrl)?.host
}
