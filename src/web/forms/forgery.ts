import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import type { FormFields } from '../../kernel/form-body.ts'
import { maskToken, unmaskToken } from '../../kernel/masked-token.ts'
import { randomToken } from '../../kernel/random-token.ts'
import { sameBytes } from '../../kernel/same-bytes.ts'
import type { Session } from '../../users/sessions/session.ts'
import type { CookieJar } from '../cookies.ts'

const COOKIE = 'csrf'

/**
 * @returns the token that the forms of a page carry: the session's, or before sign-in one that lies in a cookie as well
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
  /** address of this server as its readers type it */
  readonly baseUrl: string
}

/**
 * Refuses a form that another site sent (OWASP CSRF cheat sheet: token, and the browser's own word where it gives one).
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
 * Whether a form without a token was sent by the browser itself, such as what another app shared. Chromium opens a share
 * target as the system's own navigation, which has no initiator: `Sec-Fetch-Site: none`, `Origin: null`
 * (webapk_post_share_target_navigator.cc, navigation_request.cc). Pages cannot have these headers sent otherwise
 * (https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header).
 * @returns false also where the browser does not say
 */
export function isFromSystem(request: FastifyRequest, baseUrl: string): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers
  if (site !== 'none' && site !== 'same-origin') return false
  return origin === 'null' || !isFromElsewhere(request, baseUrl)
}

/**
 * Whether a form stands on a page of ours that tells nobody its address: it comes with `Origin: null`
 * (https://fetch.spec.whatwg.org/#append-a-request-origin-header), so the browser's other word decides. What a page
 * without an origin sends is `cross-site`.
 */
function isFromQuietPage({ headers }: FastifyRequest): boolean {
  return headers.origin === 'null' && headers['sec-fetch-site'] === 'same-origin'
}

/**
 * @returns the referrer policy of a page with an article: it tells nobody its address (security specification 3.1). Where
 *   a browser does not say `Sec-Fetch-Site`, which it does to addresses that can be trusted alone
 *   (https://www.w3.org/TR/fetch-metadata/#framework), forms of such a page would be refused: others are told nothing then
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
  // Behind a proxy that rewrites `Host`, the configured address is the one that browsers know.
  const host = URL.parse(origin)?.host
  return host !== headers.host && host !== URL.parse(baseUrl)?.host
}
