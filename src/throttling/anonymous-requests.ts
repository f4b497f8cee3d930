import type { FastifyRequest } from 'fastify'
import { networkOf } from './network.ts'
import type { Throttle } from './throttle.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the network that this anonymous request was charged to; null if it was not charged */
    anonymousNetwork: string | null
  }
  interface FastifyContextConfig {
    /**
     * Which anonymous requests cost a point of `anonymousPerAddress`, if not all: `refused`, because successful ones
     * have a budget of their own; `none` for public files.
     */
    readonly anonymousCost?: 'refused' | 'none'
  }
}

export interface AnonymousRequestDeps {
  /** budget for requests of one address without token and session (security specification, 3.5) */
  readonly anonymousPerAddress: Throttle
}

/**
 * Counts an anonymous request; at most once.
 * @returns undefined if there is nothing to wait for
 * @throws AppError `too_many_requests`, asynchronously
 */
export function countAnonymousRequest(deps: AnonymousRequestDeps, request: FastifyRequest): Promise<void> | undefined {
  return request.routeOptions.config.anonymousCost === undefined ? chargeAnonymousRequest(deps, request) : undefined
}

/** Returns the point, because the body of the request has identified its sender. */
export async function refundAnonymousRequest(deps: AnonymousRequestDeps, request: FastifyRequest): Promise<void> {
  if (typeof request.anonymousNetwork === 'string') await deps.anonymousPerAddress.giveBack(request.anonymousNetwork)
}

/**
 * Counts a request that was refused before it reached its own budget.
 * @param error the refusal
 * @returns the refusal to send: the same, or `too_many_requests`
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

/** Counts an anonymous request regardless of its route, at most once. @throws AppError as `countAnonymousRequest` */
export function chargeAnonymousRequest(
  { anonymousPerAddress }: AnonymousRequestDeps,
  request: FastifyRequest,
): Promise<void> | undefined {
  if (anonymousPerAddress.isUnlimited || typeof request.anonymousNetwork === 'string') return undefined
  // After a disconnect the address is unknown; all such requests share one budget.
  request.anonymousNetwork = networkOf((request.ip as string | undefined) ?? '')
  return anonymousPerAddress.take(request.anonymousNetwork)
}
