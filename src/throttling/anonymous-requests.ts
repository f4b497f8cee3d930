import type { FastifyRequest } from 'fastify'
import { networkOf } from './network.ts'
import type { Throttle } from './throttle.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the network under which the request was counted as that of a stranger; null while it was not */
    anonymousNetwork: string | null
  }
  interface FastifyContextConfig {
    /**
     * Requests of visitors that cost a point of `anonymousPerAddress`, on routes where not all of them do: `refused`,
     * because answered ones have a budget of their own; `none`, because the file is public.
     */
    readonly anonymousCost?: 'refused' | 'none'
  }
}

export interface AnonymousRequestDeps {
  /** requests of one address that show neither a token nor a session (security specification, 3.5) */
  readonly anonymousPerAddress: Throttle
}

/**
 * Counts a request without credentials, at most once.
 * @returns undefined if there is no limit to check
 * @throws AppError `too_many_requests`, asynchronously
 */
export function countAnonymousRequest(deps: AnonymousRequestDeps, request: FastifyRequest): Promise<void> | undefined {
  return request.routeOptions.config.anonymousCost === undefined ? chargeAnonymousRequest(deps, request) : undefined
}

/** Gives the point back: the body of the request has shown who sent it. */
export async function refundAnonymousRequest(deps: AnonymousRequestDeps, request: FastifyRequest): Promise<void> {
  if (typeof request.anonymousNetwork === 'string') await deps.anonymousPerAddress.giveBack(request.anonymousNetwork)
}

/**
 * Counts a request that was refused before its own budget was charged.
 * @param error the reason of the refusal
 * @returns the error to send: the same one, or `too_many_requests`
 */
export async function countRefusal(
  deps: AnonymousRequestDeps,
  request: FastifyRequest,
  error: unknown,
): Promise<unknown> {
  if (request.routeOptions.config.anonymousCost !== 'refused') return error
  return (chargeAnonymousRequest(deps, request) ?? Promise.resolve()).then(
    () => error,
    (refusal: unknown) => refusal,
  )
}

/**
 * Counts an anonymous request regardless of its route's setting, at most once.
 * @throws AppError as `countAnonymousRequest`
 */
export function chargeAnonymousRequest(
  { anonymousPerAddress }: AnonymousRequestDeps,
  request: FastifyRequest,
): Promise<void> | undefined {
  if (anonymousPerAddress.isUnlimited || typeof request.anonymousNetwork === 'string') return undefined
  // There is no address once the other side has hung up; all that have share one budget.
  request.anonymousNetwork = networkOf((request.ip as string | undefined) ?? '')
  return anonymousPerAddress.take(request.anonymousNetwork)
}
