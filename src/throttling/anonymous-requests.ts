import type { FastifyRequest } from 'fastify'
import { networkOf } from './network-of-address.ts'
import type { Throttle } from './throttle.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the network whose rate limit counted this request; null if the request was not counted as anonymous */
    anonymousNetwork: string | null
  }
  interface FastifyContextConfig {
    /**
     * Selects the anonymous requests of the route that count towards `anonymousPerAddress`. By default, all of them
     * count. `refused`: only refused requests count, because another rate limit covers the accepted ones. `none`: no
     * requests count, because the file is public.
     */
    readonly anonymousCost?: 'refused' | 'none'
  }
}

export interface AnonymousRequestDeps {
  /** rate limit for requests from one address without a token and without a session (security specification, 3.5) */
  readonly anonymousPerAddress: Throttle
}

/**
 * Counts a request without credentials. Does nothing if the request was counted before, or if its route sets
 * `anonymousCost`.
 * @returns undefined if the request is not counted; otherwise a promise. It rejects with AppError `too_many_requests`
 *   if the network has exceeded its rate limit.
 */
export function countAnonymousRequest(deps: AnonymousRequestDeps, request: FastifyRequest): Promise<void> | undefined {
  return request.routeOptions.config.anonymousCost === undefined ? chargeAnonymousRequest(deps, request) : undefined
}

/** Takes back the count of a request. Call this when the body of the request turns out to contain credentials. */
export async function refundAnonymousRequest(deps: AnonymousRequestDeps, request: FastifyRequest): Promise<void> {
  if (typeof request.anonymousNetwork === 'string') await deps.anonymousPerAddress.refund(request.anonymousNetwork)
}

/**
 * Counts a refused request, if the `anonymousCost` of its route is `refused`.
 * @param error the reason for the refusal
 * @returns the error to send: `error`, or `too_many_requests` if the network has exceeded its rate limit
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
 * Counts an anonymous request, whatever the `anonymousCost` of its route is. A request is counted only once.
 * @returns like `countAnonymousRequest`
 */
export function chargeAnonymousRequest(
  { anonymousPerAddress }: AnonymousRequestDeps,
  request: FastifyRequest,
): Promise<void> | undefined {
  if (anonymousPerAddress.isUnlimited || typeof request.anonymousNetwork === 'string') return undefined
  // The address of a client is unknown after it has disconnected. All such requests share one rate limit.
  request.anonymousNetwork = networkOf((request.ip as string | undefined) ?? '')
  return anonymousPerAddress.take(request.anonymousNetwork)
}
