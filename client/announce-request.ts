/**
 * Reports a request that changes data and is not sent by Turbo, so that an undo waits for it (requests-under-way.ts).
 * It is reported by an event, because the bundle of the entry script contains its own copies of modules.
 */
export function announceRequest<Answer>(request: Promise<Answer>): Promise<Answer> {
  document.dispatchEvent(new CustomEvent('request:sent', { detail: request }))
  return request
}
