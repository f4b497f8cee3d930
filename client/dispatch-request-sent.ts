/**
 * Reports a request that a script sends to change data, so that an undo waits for its response (requests-under-way.ts).
 * An event of the document reaches all scripts. A module variable would not, because the bundle of the entry script
 * contains its own copies of the modules.
 */
export function dispatchRequestSent<Answer>(request: Promise<Answer>): Promise<Answer> {
  document.dispatchEvent(new CustomEvent('request:sent', { detail: request }))
  return request
}
