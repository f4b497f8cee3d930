const last = new Map<string, Promise<unknown>>()
let leave = Promise.withResolvers<void>()

// Requests that wait for others are sent when the user leaves the page, because they could not be sent later.
addEventListener('pagehide', () => {
  leave.resolve()
  leave = Promise.withResolvers<void>()
})

/** @returns a promise that is fulfilled when the user leaves the page */
export function untilLeaving(): Promise<void> {
  return leave.promise
}

/**
 * Sends a request after all previous ones with the same key are answered, so that the server sees the changes of an entry
 * in their order.
 * @returns the response, and whether no later request with this key has been sent
 */
export async function sendInOrder<Response>(
  key: string,
  send: () => Promise<Response>,
): Promise<{ readonly response: Response; readonly isLatest: boolean }> {
  const previous = last.get(key)
  const sent = previous ? Promise.race([previous, leave.promise]).then(send) : send()
  const settled = sent.catch(() => undefined)
  last.set(key, settled)
  const response = await sent
  const isLatest = last.get(key) === settled
  if (isLatest) last.delete(key)
  return { response, isLatest }
}
