import { findElements, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { measureTree } from '../dom/text-measures.ts'

/** Elements whose text is not part of a page's text. */
const SKIPPED = new Set(['script', 'style', 'noscript', 'template', 'textarea', 'select', 'button', 'nav', 'footer'])

/** @returns whether the text of an element is a control or not part of a page's text */
export function isSkipped({ tagName }: PageElement): boolean {
  return SKIPPED.has(tagName)
}

/** @returns a function for the length of the text outside of links in an element of the page, in characters */
export function textLengths(page: PageParent): (element: PageParent) => number {
  const measures = measureTree(page, new Set(findElements(page, isSkipped)))
  return (element) => {
    const measured = measures.get(element)
    return measured === undefined ? 0 : measured.text - measured.links
  }
}
