/** The only ids and in-page addresses that stored HTML may have: notes and the marks that lead to them. */
const ID = /^fn(?:ref)?-[1-9]\d{0,3}$/

/** @returns the id if it is one of a note or of a mark, else undefined */
export function footnoteId(id: string): string | undefined {
  return ID.test(id) ? id : undefined
}

/** @returns the address if it leads to a note or back to its mark, else undefined */
export function footnoteAddress(address: string | undefined): string | undefined {
  return address?.startsWith('#') === true && ID.test(address.slice(1)) ? address : undefined
}
