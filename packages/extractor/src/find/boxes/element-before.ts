import { isElement, type PageElement } from '../../dom/page-tree.ts'

/** Maximum number of nodes beside an element. In a longer sequence, the search for the place of each would be slow. */
const MAX_SIBLINGS = 2000

/** @returns the element before this one in the same box; undefined if there is none, or in a very long sequence */
export function elementBefore(element: PageElement): PageElement | undefined {
  const siblings = element.parentNode?.childNodes ?? []
  if (siblings.length > MAX_SIBLINGS) return undefined
  for (let index = siblings.indexOf(element) - 1; index >= 0; index--) {
    const sibling = siblings[index]!
    if (isElement(sibling)) return sibling
  }
  return undefined
}
