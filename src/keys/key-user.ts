import type { FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { chargeAnonymousRequest, type AnonymousRequestDeps } from '../throttling/anonymous-requests.ts'
import type { Throttle } from '../throttling/throttle.ts'
import { useKey, type KeyHolder } from '../users/passwords/key-holder.ts'
import { includesScope, type AppScope } from '../users/passwords/app-scopes.ts'

/** The user of a request whose key is an app password, with the user's current revision. */
export interface KeyUser {
  readonly id: UserId
  readonly username: string
  readonly email: string
  readonly revision: number
  readonly scopes: readonly AppScope[]
}

export interface KeyUserDeps extends AnonymousRequestDeps {
  readonly database: Database
  readonly clock: Clock
  readonly callsPerToken: Throttle
}

/**
 * @param holder the holder of the key in the request; undefined if the key is missing or invalid, which counts against the
 *   limit for anonymous requests
 * @returns the user of the key; undefined without a holder
 * @throws AppError `too_many_requests`
 */
export async function findKeyUser(
  deps: KeyUserDeps,
  request: FastifyRequest,
  holder: KeyHolder | undefined,
): Promise<KeyUser | undefined> {
  if (!holder) {
    await chargeAnonymousRequest(deps, request)
    return undefined
  }
  const { user, appPassword } = holder
  await deps.callsPerToken.take(`key ${appPassword.id}`)
  const { id, username, email, revision } = user
  return { id, username, email, revision, scopes: appPassword.scopes }
}

/**
 * @param key an app password with the number of its owner
 * @returns like `findKeyUser`
 */
export async function findUserOfKey(
  deps: KeyUserDeps,
  request: FastifyRequest,
  key: string | undefined,
): Promise<KeyUser | undefined> {
  return findKeyUser(deps, request, key === undefined ? undefined : await useKey(deps, key))
}

/** The error for a request without a valid key, which each interface sends in its own form. */
export class InvalidKey extends Error {
  override readonly name = 'InvalidKey'
}

/** @throws AppError `forbidden` if the key of the user lacks the scope */
export function requireScope({ scopes }: KeyUser, scope: AppScope): void {
  if (includesScope(scopes, scope)) return
  throw new AppError('forbidden', `This app password does not allow this: it lacks the scope "${scope}".`)
}
