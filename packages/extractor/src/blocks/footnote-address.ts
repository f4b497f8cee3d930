/** The only ids and in-page addresses allowed in stored HTML: notes and the marks that link to them. */
const ID = /^fn(?:ref)?-[1-9]\d{0,3}$/

/** @returns the id if it belongs to a note or a mark, else undefined */
export function footnoteId(id: string): string | undefined {
  return ID.test(id) ? id : undefined
}

/** @returns the address if it leads to a note or back to its mark, else undefined */
export function footnoteAddress(address: string | undefined): string | undefined {
  return address?.startsWith('#') === true && ID.test(address.slice(1)) ? address : undefined
}
