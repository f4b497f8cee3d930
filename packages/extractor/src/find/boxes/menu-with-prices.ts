import { namesOf } from '../../dom/class-name-hints.ts'
import { firstElements, isElement, textOf, type PageElement } from '../../dom/page-tree.ts'
import type { Measures } from '../../dom/text-measures.ts'

const MENU_NAME = /menu/i
/** Number of boxes around a part of a menu that are named so, too. */
const MAX_LEVELS_UP = 5
const MAX_TEXT = 3000
const PRICES = /[$€£¥]\s?\d|\d\s?[$€£¥]|\d[.,]\d\d\b/g
const MIN_PRICES = 2
/** Maximum number of elements in a menu. */
const MAX_PARTS = 300
const CONTROLS = new Set(['a', 'input'])

/** @returns whether an element is a menu of dishes, or a part of one: it contains prices and no links */
export function isMenuWithPrices(element: PageElement, { links, inputs, text }: Measures): boolean {
  if (links + inputs > 0 || text === 0 || text > MAX_TEXT || !MENU_NAME.test(namesOf(element))) return false
  const menu = menuAround(element)
  const parts = firstElements(menu, MAX_PARTS + 1)
  if (parts.length > MAX_PARTS || parts.some(({ tagName }) => CONTROLS.has(tagName))) return false
  return (textOf(menu, MAX_TEXT).match(PRICES)?.length ?? 0) >= MIN_PRICES
}

/** @returns the outermost of the boxes near an element that are named menus */
function menuAround(element: PageElement): PageElement {
  let menu = element
  let { parentNode } = element
  for (let level = 0; level < MAX_LEVELS_UP && parentNode !== null && isElement(parentNode); level++) {
    if (MENU_NAME.test(namesOf(parentNode))) menu = parentNode
    parentNode = parentNode.parentNode
  }
  return menu
}
