/**
 * Reports a request that changes something and is not sent by Turbo, so that an undo waits for it
 * (requests-under-way.ts). An event instead of a call, because the entry script has its own copies of modules.
 */
export function reportRequest<Answer>(request: Promise<Answer>): Promise<Answer> {
  document.dispatchEvent(new CustomEvent('request:sent', { detail: request }))
  return request
}
