import { attributeOf, type PageElement } from '../dom/page-tree.ts'

/**
 * Matches ids of footnotes and of the references to them. Stored HTML contains no other ids, and links within the page
 * lead only to elements with these ids.
 */
const FOOTNOTE_ID = /^fn(?:ref)?-[1-9]\d{0,3}$/

/** @returns the id if it is that of a footnote or of a reference to one; otherwise undefined */
export function footnoteId(id: string): string | undefined {
  return FOOTNOTE_ID.test(id) ? id : undefined
}

/** @returns the address if it leads to a footnote or to a reference to one; otherwise undefined */
export function footnoteAddress(address: string | undefined): string | undefined {
  return address?.startsWith('#') === true && FOOTNOTE_ID.test(address.slice(1)) ? address : undefined
}

/** @returns true if the element is a footnote, but not if it is a reference to one */
export function isFootnote(element: PageElement): boolean {
  const id = footnoteId(attributeOf(element, 'id') ?? '')
  return id !== undefined && !id.startsWith('fnref')
}

/** @returns true if the element is a reference to a footnote */
export function isFootnoteReference(element: PageElement): boolean {
  return footnoteId(attributeOf(element, 'id') ?? '')?.startsWith('fnref') === true
}
