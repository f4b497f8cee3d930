import { firstElements, isElement, textOf, type PageElement } from '../dom/page-tree.ts'

const MEDIA = new Set('img picture video audio iframe svg canvas table pre figure amp-img'.split(' '))
/** Number of elements on each side that are examined. */
const MAX_SIBLINGS = 2
const MAX_SEARCHED_ELEMENTS = 30
/** Maximum number of characters in an element that is only a picture. Tables and code may have more. */
const MAX_TEXT = 200

/** @returns whether a picture, a recording, a table or code stands directly beside an element */
export function hasMediaBeside(element: PageElement): boolean {
  const siblings = element.parentNode?.childNodes.filter(isElement) ?? []
  const at = siblings.indexOf(element)
  return siblings
    .slice(Math.max(0, at - MAX_SIBLINGS), at + MAX_SIBLINGS + 1)
    .some((one) => one !== element && isMedia(one))
}

function isMedia(element: PageElement): boolean {
  if (MEDIA.has(element.tagName)) return true
  const inner = firstElements(element, MAX_SEARCHED_ELEMENTS)
  return inner.some(({ tagName }) => MEDIA.has(tagName)) && textOf(element, MAX_TEXT + 1).length <= MAX_TEXT
}
