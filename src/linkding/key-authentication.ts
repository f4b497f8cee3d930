import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { currentRevision } from '../entries/listing/count-lists.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import type { Clock } from '../kernel/clock.ts'
import { chargeAnonymousRequest, type AnonymousRequestDeps } from '../throttling/anonymous-requests.ts'
import type { Throttle } from '../throttling/throttle.ts'
import { useKey } from '../users/passwords/app-password.ts'
import type { AppScope } from '../users/passwords/app-scopes.ts'
import { LinkdingError } from './linkding-error.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the user of the key of a request for linkding's API; null before the key is checked */
    keyUser: KeyUser | null
  }
}

/** The user of a request, with the user's current revision. */
export interface KeyUser {
  readonly id: UserId
  readonly revision: number
}

export interface KeyAuthenticationDeps extends AnonymousRequestDeps {
  readonly database: Database
  readonly clock: Clock
  readonly callsPerToken: Throttle
}

/**
 * Requires an app password as key on every route: `Authorization: Token KEY`. Passwords of accounts, access tokens and
 * cookies are not accepted. Requests without a valid key count against the limit for anonymous requests.
 */
export function addKeyAuthentication(app: FastifyInstance, deps: KeyAuthenticationDeps): void {
  app.decorateRequest('keyUser', null)
  app.addHook('onRequest', async (request) => {
    const holder = await useKey(deps, await sentKey(deps, request))
    if (!holder) return refuse(deps, request, 'Invalid token.')
    const { user, appPassword } = holder
    await deps.callsPerToken.take(`key ${appPassword.id}`)
    request.keyUser = { id: user.id, revision: await currentRevision(deps.database, user.id) }
    const scope = request.routeOptions.config.keyScope ?? 'read'
    if (!appPassword.scopes.includes(scope)) {
      throw new LinkdingError(403, { detail: `This app password does not allow this: it lacks the scope "${scope}".` })
    }
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

async function sentKey(deps: KeyAuthenticationDeps, request: FastifyRequest): Promise<string> {
  const [scheme = '', ...keys] = (request.headers.authorization ?? '').trim().split(/\s+/)
  if (!/^(?:token|bearer)$/i.test(scheme)) {
    return refuse(deps, request, 'Authentication credentials were not provided.')
  }
  if (keys.length === 1) return keys[0]!
  const reason = keys.length === 0 ? 'No credentials provided.' : 'Token string should not contain spaces.'
  return refuse(deps, request, `Invalid token header. ${reason}`)
}

async function refuse(deps: KeyAuthenticationDeps, request: FastifyRequest, detail: string): Promise<never> {
  await chargeAnonymousRequest(deps, request)
  throw new LinkdingError(401, { detail })
}
