const underWay = new Set<Promise<unknown>>()

/**
 * Registers a request that a script sends to change data, so that an undo waits for its response.
 * @returns the request
 */
export function registerRequest<Answer>(request: Promise<Answer>): Promise<Answer> {
  underWay.add(request)
  void Promise.allSettled([request]).then(() => underWay.delete(request))
  return request
}

/** Waits until all registered requests are answered. */
export async function settleRequests(): Promise<void> {
  while (underWay.size > 0) await Promise.allSettled(underWay)
}
