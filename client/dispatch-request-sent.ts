/**
 * Reports a request that a script sends to change data, so that an undo waits for its response (requests-under-way.ts).
 * The report is an event of the document, which reaches all scripts. A variable of a module would not, because the
 * bundle of the entry script contains its own copy of each module.
 */
export function dispatchRequestSent<Answer>(request: Promise<Answer>): Promise<Answer> {
  document.dispatchEvent(new CustomEvent('request:sent', { detail: request }))
  return request
}
