import type { FastifyRequest } from 'fastify'
import { chargeAnonymousRequest, type AnonymousRequestDeps } from '../../throttling/anonymous-requests.ts'
import { sessionFinder, type SessionDeps } from '../../users/sessions/session.ts'
import { SESSION_COOKIE } from '../web-context.ts'
import type { CookieJar } from '../cookies.ts'

type AnonymousRequestLimitDeps = { readonly jar: CookieJar } & SessionDeps & AnonymousRequestDeps

/**
 * @returns a function that counts a request without a valid session against the limit for anonymous requests. Routes
 *   that need no session call it. It throws AppError `too_many_requests`.
 */
export function anonymousRequestLimit(deps: AnonymousRequestLimitDeps): (request: FastifyRequest) => Promise<void> {
  const findSession = sessionFinder(deps)
  return async (request) => {
    if (deps.anonymousPerAddress.isUnlimited) return
    const token = deps.jar.read(request, SESSION_COOKIE)
    const session = token === undefined ? undefined : await findSession(token)
    if (!session) await chargeAnonymousRequest(deps, request)
  }
}
