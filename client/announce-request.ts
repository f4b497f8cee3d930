/**
 * Reports a request that a script sends to change data, so that an undo waits for it (requests-under-way.ts). A shared
 * variable cannot do this: the bundle of the entry script contains its own copy of each module. Events of the document
 * reach all copies.
 */
export function announceRequest<Answer>(request: Promise<Answer>): Promise<Answer> {
  document.dispatchEvent(new CustomEvent('request:sent', { detail: request }))
  return request
}
