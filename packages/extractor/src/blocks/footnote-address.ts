/**
 * Matches ids of footnotes and of the marks that refer to them. Stored HTML contains no other ids, and links within the
 * page lead only to these.
 */
const ID = /^fn(?:ref)?-[1-9]\d{0,3}$/

/** @returns the id if it is that of a footnote or a mark; otherwise undefined */
export function footnoteId(id: string): string | undefined {
  return ID.test(id) ? id : undefined
}

/** @returns the address if it refers to a footnote or a mark; otherwise undefined */
export function footnoteAddress(address: string | undefined): string | undefined {
  return address?.startsWith('#') === true && ID.test(address.slice(1)) ? address : undefined
}
