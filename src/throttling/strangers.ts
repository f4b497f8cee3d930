import type { FastifyRequest } from 'fastify'
import { networkOf } from './network.ts'
import type { Throttle } from './throttle.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the network that this anonymous request was charged to; null if it was not charged */
    strangerAt: string | null
  }
  interface FastifyContextConfig {
    /**
     * Which anonymous requests cost a point of `strangersPerAddress`, if not all: `refused`, because successful ones
     * have a budget of their own; `none` for public files.
     */
    readonly costsStrangers?: 'refused' | 'none'
  }
}

export interface StrangersDeps {
  /** budget for requests of one address without token and session (security specification, 3.5) */
  readonly strangersPerAddress: Throttle
}

/**
 * Counts an anonymous request; at most once.
 * @returns undefined if there is nothing to wait for
 * @throws AppError `too_many_requests`, asynchronously
 */
export function countStranger(deps: StrangersDeps, request: FastifyRequest): Promise<void> | undefined {
  return request.routeOptions.config.costsStrangers === undefined ? chargeStranger(deps, request) : undefined
}

/** Returns the point, because the body of the request has identified its sender. */
export async function welcomeStranger(deps: StrangersDeps, request: FastifyRequest): Promise<void> {
  if (typeof request.strangerAt === 'string') await deps.strangersPerAddress.giveBack(request.strangerAt)
}

/**
 * Counts a request that was refused before it reached its own budget.
 * @param error the refusal
 * @returns the refusal to send: the same, or `too_many_requests`
 */
export async function countRefusal(deps: StrangersDeps, request: FastifyRequest, error: unknown): Promise<unknown> {
  if (request.routeOptions.config.costsStrangers !== 'refused') return error
  return (chargeStranger(deps, request) ?? Promise.resolve()).then(
    () => error,
    (refusal: unknown) => refusal,
  )
}

/** Counts an anonymous request regardless of its route, at most once. @throws AppError as `countStranger` */
export function chargeStranger(
  { strangersPerAddress }: StrangersDeps,
  request: FastifyRequest,
): Promise<void> | undefined {
  if (strangersPerAddress.isUnlimited || typeof request.strangerAt === 'string') return undefined
  // After a disconnect the address is unknown; all such requests share one budget.
  request.strangerAt = networkOf((request.ip as string | undefined) ?? '')
  return strangersPerAddress.take(request.strangerAt)
}
