import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findUserOfKey, requireScope, type KeyUser, type KeyUserDeps } from '../keys/key-user.ts'
import { chargeAnonymousRequest } from '../throttling/anonymous-requests.ts'
import type { AppScope } from '../users/passwords/app-scopes.ts'
import { LinkdingError } from './linkding-error.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the user of the key of a request for linkding's API; null before the key is checked */
    keyUser: KeyUser | null
  }
}

/**
 * Requires an app password as key on every route: `Authorization: Token KEY`. Passwords of accounts, access tokens and
 * cookies are not accepted. Requests without a valid key count against the limit for anonymous requests.
 */
export function addKeyAuthentication(app: FastifyInstance, deps: KeyUserDeps): void {
  app.decorateRequest('keyUser', null)
  app.addHook('onRequest', async (request) => {
    const user = await findUserOfKey(deps, request, await sentKey(deps, request))
    if (!user) throw new LinkdingError(401, { detail: 'Invalid token.' })
    request.keyUser = user
    requireScope(user, request.routeOptions.config.keyScope ?? 'read')
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** the scope that the key of a request for linkding's API needs; by default `read` */
    readonly keyScope?: AppScope
  }
}

/** @returns the user of the key */
export function userOf({ keyUser }: FastifyRequest): KeyUser {
  if (!keyUser) throw new Error('the key has not been checked')
  return keyUser
}

async function sentKey(deps: KeyUserDeps, request: FastifyRequest): Promise<string> {
  const [scheme = '', ...keys] = (request.headers.authorization ?? '').trim().split(/\s+/)
  if (!/^(?:token|bearer)$/i.test(scheme)) {
    return refuse(deps, request, 'Authentication credentials were not provided.')
  }
  if (keys.length === 1) return keys[0]!
  const reason = keys.length === 0 ? 'No credentials provided.' : 'Token string should not contain spaces.'
  return refuse(deps, request, `Invalid token header. ${reason}`)
}

async function refuse(deps: KeyUserDeps, request: FastifyRequest, detail: string): Promise<never> {
  await chargeAnonymousRequest(deps, request)
  throw new LinkdingError(401, { detail })
}
