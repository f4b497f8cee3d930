const underWay = new Set<Promise<unknown>>()
let count = 0

/**
 * Registers a request that a script sends to change data, so that an undo waits for its response.
 * @returns the request
 */
export function registerRequest<Answer>(request: Promise<Answer>): Promise<Answer> {
  count++
  underWay.add(request)
  void Promise.allSettled([request]).then(() => underWay.delete(request))
  return request
}

/** Waits until all requests that are registered now are answered. */
export async function settleRequests(): Promise<void> {
  await Promise.allSettled(underWay)
}

/** @returns whether a registered request is not answered yet */
export function isAnyUnderWay(): boolean {
  return underWay.size > 0
}

/** @returns the number of all requests that were registered so far */
export function requestsSoFar(): number {
  return count
}
