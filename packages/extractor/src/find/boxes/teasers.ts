import { attributeOf, findElement, firstElements, isElement, textOf, type PageElement } from '../../dom/page-tree.ts'
import { isHeadingElement } from '../../dom/select-elements.ts'

const MAX_HEADING = 300

/** @returns whether an element is a heading, and all of it is a link to another page, as in a teaser */
export function isLinkedHeading(element: PageElement): boolean {
  if (!isHeadingElement(element)) return false
  const { parentNode } = element
  const isInLink = parentNode !== null && isElement(parentNode) && parentNode.tagName === 'a'
  const link = isInLink ? parentNode : findElement(element, ({ tagName }) => tagName === 'a')
  const address = link && attributeOf(link, 'href')
  if (link === undefined || !address || address.includes('#')) return false
  const text = textOf(element, MAX_HEADING).trim()
  return text !== '' && (isInLink || textOf(link, MAX_HEADING).trim() === text)
}

/** Minimum number of linked headings in a box of teasers. */
const MIN_TEASERS = 2
const MAX_PARTS = 200

/** @returns whether several headings in a box are links to other pages */
export function containsTeasers(box: PageElement): boolean {
  return firstElements(box, MAX_PARTS).filter(isLinkedHeading).length >= MIN_TEASERS
}
