import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../kernel/errors.ts'
import type { FormFields } from '../kernel/form-body.ts'
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
  if (existing !== undefined && /^[\w-]{43}$/.test(existing)) return existing
  const token = randomToken()
  jar.write(reply, COOKIE, token)
  return token
}

/**
 * Refuses a form that another site sent (OWASP CSRF cheat sheet: token, and the browser's own word where it gives one).
 * @param field name of the form's field with the token
 * @throws AppError `forbidden`
 */
export function refuseForgery(
  jar: CookieJar,
  request: FastifyRequest,
  session: Session | undefined,
  { fields, field }: { readonly fields: FormFields; readonly field: string },
): void {
  const expected = session ? session.csrfToken : jar.read(request, COOKIE)
  const given = fields.get(field)
  const isRight =
    typeof given === 'string' && expected !== undefined && sameBytes(Buffer.from(given), Buffer.from(expected))
  if (!isRight || isFromElsewhere(request)) {
    throw new AppError('forbidden', 'This form has expired. Go back, reload the page and try again.')
  }
}

function isFromElsewhere({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  const { origin } = headers
  return origin !== undefined && URL.parse(origin)?.host !== headers.host
}
