import { groupBy } from '../../dom/group-by.ts'
import { isElement, isText, textOf, type PageElement, type PageParent } from '../../dom/page-tree.ts'

const BOXES = new Set(['div', 'section', 'article', 'main', 'body', 'aside', 'td'])
/** Minimum length in characters of the text of such an element, so that it is more than an icon. */
const MIN_TEXT = 3
const MAX_SEARCHED_TEXT = 60

/**
 * Turns custom elements beside other elements into boxes, such as the paragraphs and notes of a page builder: their
 * names say nothing about them, so their texts would run together. Custom elements in a line of text stay.
 *
 * @param elements all elements of the page, changed in place
 * @returns the number of boxes
 */
export function boxCustomElements(elements: readonly PageElement[]): number {
  const custom = elements.filter(({ tagName }) => tagName.includes('-'))
  let count = 0
  for (const [parent, children] of groupBy(custom, ({ parentNode }) => parentNode)) {
    if (parent === null || !isRowOfBoxes(parent)) continue
    for (const child of children) {
      if (textOf(child, MAX_SEARCHED_TEXT).trim().length < MIN_TEXT) continue
      child.tagName = child.nodeName = 'div'
      count += 1
    }
  }
  return count
}

/** @returns whether an element is a box that contains several elements, and no text beside them */
function isRowOfBoxes(parent: PageParent): boolean {
  if (!isElement(parent) || !(BOXES.has(parent.tagName) || parent.tagName.includes('-'))) return false
  if (parent.childNodes.some((node) => isText(node) && node.value.trim() !== '')) return false
  return parent.childNodes.filter(isElement).length > 1
}
