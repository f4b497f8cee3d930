import { footnoteId } from './footnote-address.ts'

/**
 * Matches the ids of places that stored HTML may contain. They are also valid names in XML, so that e-books can contain
 * them.
 */
const PLACE_ID = /^[A-Za-z_][\w.-]{0,99}$/

/** @returns the id if stored HTML may contain it; otherwise undefined */
export function validPlaceId(id: string | undefined): string | undefined {
  return id !== undefined && PLACE_ID.test(id) ? id : undefined
}

/** @returns the address if it leads to a place of the same text; otherwise undefined */
export function validPlaceAddress(address: string | undefined): string | undefined {
  return address?.startsWith('#') === true && PLACE_ID.test(address.slice(1)) ? address : undefined
}

/** @returns whether the id is one of the page, not one that a converted footnote or a reference to one got */
export function isPagePlace(id: string): boolean {
  return footnoteId(id) === undefined
}
