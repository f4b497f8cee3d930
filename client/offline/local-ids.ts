/**
 * The smallest id that a browser assigns. Ids of the server are always smaller. Local ids have 15 digits, the maximum
 * that routes accept.
 */
const FIRST = 900_000_000_000_000

let last = 0

/** @returns a new id for an object created in this browser. Each call returns a larger one. */
export function newLocalId(now: number): number {
  last = Math.max(last + 1, FIRST + now)
  return last
}

export const isLocalId = (id: number): boolean => id >= FIRST

/** @returns whether an address or a form body contains an id from `newLocalId` */
export const mentionsLocalId = (text: string): boolean => /(?<!\d)9\d{14}(?!\d)/.test(text)
