import { maskToken } from '../../kernel/masked-token.ts'
import { sessionFinder, type Session, type SessionDeps } from '../../users/sessions/session.ts'
import { canonicalLogin } from '../../users/user.ts'
import type { CookieJar } from '../cookies.ts'
import { SESSION_COOKIE } from '../web-context.ts'
import type { WebRequest } from '../web-request.ts'
import type { ProxySignIn } from './proxy-sign-in.ts'

interface SessionOfRequestDeps extends SessionDeps {
  readonly jar: CookieJar
  readonly proxySignIn?: ProxySignIn
}

/** The part of a request that names its session and its sender. */
interface SentRequest extends Pick<WebRequest, 'headers'> {
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** @returns a function that finds the session of the browser that sent a request; it returns null for visitors */
export function sessionOfRequest(deps: SessionOfRequestDeps): (request: SentRequest) => Promise<Session | null> {
  const findSession = sessionFinder(deps)
  return async (request) => {
    const token = deps.jar.read(request, SESSION_COOKIE)
    const session = token === undefined ? undefined : await findSession(token)
    if (!session || !isOfProxiedUser(deps, session, request)) return null
    // Each response masks the token differently. Otherwise, attackers could derive the token from the lengths of
    // compressed responses (the BREACH attack, src/kernel/masked-token.ts).
    return { ...session, csrfToken: maskToken(session.csrfToken) }
  }
}

/** @returns false if a trusted proxy reports another person than that of the session, who then must be signed in instead */
function isOfProxiedUser(
  { proxySignIn }: SessionOfRequestDeps,
  { user }: Session,
  { headers, socket }: SentRequest,
): boolean {
  const person = proxySignIn?.personOf({ headers, peer: socket.remoteAddress })
  if (person === undefined || person === 'untrusted') return true
  return canonicalLogin(person.username) === canonicalLogin(user.username)
}
