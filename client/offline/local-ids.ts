/**
 * Ids that are made in this browser start here. The server's ids are always smaller, and both are short enough for the
 * addresses of pages.
 */
const FIRST = 900_000_000_000_000

let last = 0

/** @returns a new id for something made in this browser; later ones are larger */
export function newLocalId(now: number): number {
  last = Math.max(last + 1, FIRST + now)
  return last
}

export const isLocalId = (id: number): boolean => id >= FIRST

/** @returns whether an address or a form mentions a local id */
export const mentionsLocalId = (text: string): boolean => /(?<!\d)9\d{14}(?!\d)/.test(text)
