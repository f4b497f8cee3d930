import type { FastifyRequest } from 'fastify'
import { networkOf } from './network-of-address.ts'
import type { Throttle } from './throttle.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the network for which the request was counted as anonymous; null if it was not counted */
    anonymousNetwork: string | null
  }
  interface FastifyContextConfig {
    /**
     * Limits which anonymous requests of the route count towards `anonymousPerAddress`; by default, all do. `refused`:
     * only refused requests, because the others have their own budget. `none`: no requests, because the file is public.
     */
    readonly anonymousCost?: 'refused' | 'none'
  }
}

export interface AnonymousRequestDeps {
  /** requests from one address with neither a token nor a session (security specification, 3.5) */
  readonly anonymousPerAddress: Throttle
}

/**
 * Counts a request without credentials, at most once.
 * @returns undefined if the request need not be counted; otherwise a promise, which rejects with AppError
 *   `too_many_requests` if the budget is used up
 */
export function countAnonymousRequest(deps: AnonymousRequestDeps, request: FastifyRequest): Promise<void> | undefined {
  return request.routeOptions.config.anonymousCost === undefined ? chargeAnonymousRequest(deps, request) : undefined
}

/** Reverts the count of a request whose body turned out to contain credentials. */
export async function refundAnonymousRequest(deps: AnonymousRequestDeps, request: FastifyRequest): Promise<void> {
  if (typeof request.anonymousNetwork === 'string') await deps.anonymousPerAddress.giveBack(request.anonymousNetwork)
}

/**
 * Counts a refused request, if its route counts only refused ones.
 * @param error the reason for the refusal
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
 * Counts an anonymous request at most once, whatever the `anonymousCost` of its route.
 * @throws AppError like `countAnonymousRequest`
 */
export function chargeAnonymousRequest(
  { anonymousPerAddress }: AnonymousRequestDeps,
  request: FastifyRequest,
): Promise<void> | undefined {
  if (anonymousPerAddress.isUnlimited || typeof request.anonymousNetwork === 'string') return undefined
  // After a client has disconnected, its address is unknown. All such requests share one budget.
  request.anonymousNetwork = networkOf((request.ip as string | undefined) ?? '')
  return anonymousPerAddress.take(request.anonymousNetwork)
}
