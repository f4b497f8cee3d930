import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../kernel/errors.ts'
import type { FormFields } from '../kernel/form-body.ts'
import { maskToken, unmaskToken } from '../kernel/masked-token.ts'
import { randomToken } from '../kernel/random-token.ts'
import { sameBytes } from '../kernel/same-bytes.ts'
import type { Session } from '../users/session.ts'
import type { CookieJar } from './cookies.ts'

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
  if (!isRight || isFromElsewhere(request, baseUrl)) {
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

function isFromElsewhere({ headers }: FastifyRequest, baseUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  const { origin } = headers
  if (origin === undefined) return false
  // Behind a proxy that rewrites `Host`, the configured address is the one that browsers know.
  const host = URL.parse(origin)?.host
  return host !== headers.host && host !== URL.parse(baseUrl)?.host
}
